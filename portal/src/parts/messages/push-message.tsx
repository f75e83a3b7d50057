// A push notification as a device shows it.
import { IconBell } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.tsx'
import { Actions, Picture } from './message-parts.tsx'
import { type DrawingProps, webAddress } from './shown-message.ts'

export function PushMessage({ message, sender, still }: DrawingProps) {
  const { time } = useTexts()
  const { title, body, icon, image } = message.notification ?? { title: message.subject ?? '', body: message.body }
  const picture = webAddress(icon)
  const wide = webAddress(image)
  return (
    <div className="device">
      <div className="notification">
        <div className="notification-head">
          {picture === undefined ? <IconBell size={15} aria-hidden /> : <Picture address={picture} size={16} />}
          <span className="wrap-anywhere">{sender}</span>
          <span>· {time.justNow}</span>
        </div>
        <div className="notification-title wrap-anywhere">{title}</div>
        <div className="notification-body">{body}</div>
        {wide !== undefined && <Picture address={wide} className="notification-image" />}
        <Actions message={message} still={still} className="notification-action" />
      </div>
    </div>
  )
}
