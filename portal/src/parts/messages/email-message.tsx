// An email: its header, and its HTML in a sandboxed frame.
import { useTexts } from '../../texts/texts.tsx'
import { EmailFrame } from './email-frame.tsx'
import { Attachments, initialOf } from './message-parts.tsx'
import type { DrawingProps } from './shown-message.ts'

export function EmailMessage({ message, sender, still, view }: DrawingProps) {
  const { messages } = useTexts()
  const to = [message.recipient_name, message.address && `<${message.address}>`].filter(Boolean).join(' ')
  return (
    <div className="email">
      <div className="email-head">
        <span className="email-avatar" aria-hidden>
          {initialOf(sender)}
        </span>
        <div style={{ minWidth: 0 }}>
          <div className="email-subject wrap-anywhere">{message.subject || messages.noSubject}</div>
          <div className="email-people wrap-anywhere">
            {sender}
            {to !== '' && ` → ${to}`}
          </div>
        </div>
      </div>
      {message.html === undefined ? (
        <div className="email-text">{message.body}</div>
      ) : (
        <EmailFrame
          html={message.html}
          title={messages.emailOf(message.subject ?? '')}
          still={still}
          view={view}
          noLink={message.unsubscribe_url === undefined ? messages.noLinkForViewers : undefined}
        />
      )}
      <Attachments message={message} />
    </div>
  )
}
