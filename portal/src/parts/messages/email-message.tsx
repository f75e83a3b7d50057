// An email: its head, and its HTML in a frame that runs nothing.
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
          // Scripts never run; links may open a tab, where it is no preview.
          sandbox={still ? '' : 'allow-popups allow-popups-to-escape-sandbox'}
          srcDoc={framed(message.html, message.unsubscribe_url === undefined ? messages.noLinkForViewers : undefined)}
          title={messages.emailOf(message.subject ?? '')}
        />
      )}
      <Attachments message={message} />
    </div>
  )
}

/**
 * The HTML with links that open in a tab: inside the frame the policy of the page they lead to would stop them. `noLink` is the
 * title of links whose address is hidden from the reader. A picture whose address is hidden in part becomes text.
 */
function framed(html: string, noLink: string | undefined): string {
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
