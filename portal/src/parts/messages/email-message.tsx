// An email: its head, and its HTML in a frame that runs nothing.
import { useTexts } from '../../texts/texts.tsx'
import { Attachments, initialOf } from './message-parts.tsx'
import type { DrawingProps } from './shown-message.ts'

export function EmailMessage({ message, sender, still }: DrawingProps) {
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
        <iframe
          className="email-frame"
          // Scripts never run; links may open a tab, where it is no preview.
          sandbox={still ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
          srcDoc={inNewTab(message.html)}
          title={messages.emailOf(message.subject ?? '')}
        />
      )}
      <Attachments message={message} />
    </div>
  )
}

/** A link that went on inside the frame would be stopped by the policy of the page it leads to. */
function inNewTab(html: string): string {
  return html.replaceAll('<a ', '<a target="_blank" rel="noreferrer" ')
}
