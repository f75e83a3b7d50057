// The parts that several channels share: buttons, images and files.
import { Text } from '@mantine/core'
import { IconFile, IconMovie, IconPhotoOff } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.tsx'
import { type DrawingProps, maskedAddress, type ShownAction, webAddress } from './shown-message.ts'

/** A button that opens a new tab. In a preview, the button is inactive. */
function ActionLink({ action, still, className }: { action: ShownAction; still: boolean; className: string }) {
  const { messages } = useTexts()
  const address = webAddress(action.url)
  if (still || address === undefined) {
    const isHidden = !still && action.url === undefined
    return (
      <span className={className} title={isHidden ? messages.noLinkForViewers : undefined}>
        {action.label}
      </span>
    )
  }
  return (
    <a className={className} href={address} target="_blank" rel="noreferrer">
      {action.label}
    </a>
  )
}

export function Actions({
  message,
  still,
  className,
}: Pick<DrawingProps, 'message' | 'still'> & { className: string }) {
  const { actions = [] } = message
  if (actions.length === 0) return null
  return (
    <div className={`${className}s`}>
      {actions.map((action) => (
        <ActionLink key={action.slug} action={action} still={still} className={className} />
      ))}
    </div>
  )
}

interface PictureProps {
  address: string
  alt?: string
  className?: string
  /** Width and height in pixels. */
  size?: number
}

/** An image. If part of its URL is masked, the URL is shown as text, because the image would not load. */
export function Picture({ address, alt = '', className, size }: PictureProps) {
  const hidden = maskedAddress(address)
  if (hidden === undefined) return <img src={address} alt={alt} className={className} width={size} height={size} />
  return (
    <span className="message-file">
      <IconPhotoOff size={18} aria-hidden />
      <span className="wrap-anywhere">{hidden}</span>
    </span>
  )
}

/** The image or file of a message. */
export function Media({ message }: Pick<DrawingProps, 'message'>) {
  const { media } = message
  const address = webAddress(media?.url)
  if (media === undefined || address === undefined) return null
  const Icon = media.type === 'video' ? IconMovie : IconFile
  return (
    <figure className="message-media">
      {media.type === 'image' ? (
        <Picture address={address} alt={media.caption ?? media.filename} />
      ) : (
        <span className="message-file">
          <Icon size={18} aria-hidden />
          <span className="wrap-anywhere">{media.filename ?? address}</span>
        </span>
      )}
      {media.caption !== undefined && <figcaption>{media.caption}</figcaption>}
    </figure>
  )
}

/** The attachments of an email. */
export function Attachments({ message }: Pick<DrawingProps, 'message'>) {
  const { attachments = [] } = message
  if (attachments.length === 0) return null
  return (
    <div className="message-attachments">
      {attachments.map(({ filename, size }) => (
        <span key={filename} className="message-file">
          <IconFile size={16} aria-hidden />
          <span className="wrap-anywhere">{filename}</span>
          {size !== undefined && (
            <Text span size="xs" c="dimmed">
              {Math.max(1, Math.round(size / 1024))} KB
            </Text>
          )}
        </span>
      ))}
    </div>
  )
}

/** Returns the first letter of a name, as a substitute for a profile picture. */
export const initialOf = (name: string) => (Array.from(name.trim())[0] ?? '?').toUpperCase()
