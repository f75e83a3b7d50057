// An email: its header, and its HTML in a sandboxed frame.
import { useTexts } from '../../texts/texts.tsx'
import { Attachments, initialOf } from './message-parts.tsx'
import { type DrawingProps, maskedAddress } from './shown-message.ts'

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
          // Scripts never run. Links can open a tab, except in a preview.
          sandbox={still ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
          srcDoc={frameHtml(
            message.html,
            message.unsubscribe_url === undefined ? messages.noLinkForViewers : undefined,
          )}
          title={messages.emailOf(message.subject ?? '')}
        />
      )}
      <Attachments message={message} />
    </div>
  )
}

/**
 * Returns the HTML with links that open in a new tab, because the site of a link may forbid frames. `noLink` is the
 * tooltip of links whose URL is hidden from viewers. An image with a masked URL is replaced by text.
 */
function frameHtml(html: string, noLink: string | undefined): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const link of page.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '#'
    if (noLink !== undefined && (address === '#' || maskedAddress(address) !== undefined)) {
      link.removeAttribute('href')
      link.title = noLink
    } else {
      link.target = '_blank'
      link.rel = 'noreferrer'
    }
  }
  for (const picture of page.querySelectorAll('img')) {
    const address = picture.getAttribute('src') ?? ''
    const hidden = maskedAddress(address)
    if (hidden !== undefined) picture.replaceWith(hidden)
  }
  return `<!doctype html>${page.documentElement.outerHTML}`
}
