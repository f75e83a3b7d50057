// A Discord message with the embeds of its template.
import { Actions, initialOf, Media, Picture } from './message-parts.tsx'
import './team.css'
import { RichText } from './rich-text.tsx'
import { type DrawingProps, fieldsOf, objectsIn, textOf, webAddress } from './shown-message.ts'

export function DiscordMessage({ message, sender, still }: DrawingProps) {
  const { embeds, embed } = message.own ?? {}
  return (
    <div className="discord">
      <span className="discord-avatar" aria-hidden>
        {initialOf(sender)}
      </span>
      <div style={{ minWidth: 0, flex: 1 }}>
        <div className="discord-name wrap-anywhere">
          {sender} <span className="discord-app">APP</span>
        </div>
        <div className="discord-text">
          <RichText text={message.body} dialect="discord" />
        </div>
        <Media message={message} />
        {[...objectsIn(embeds), ...objectsIn([embed])].map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the embeds never changes
          <Embed key={at} embed={one} />
        ))}
        <Actions message={message} still={still} className="discord-action" />
      </div>
    </div>
  )
}

function Embed({ embed }: { embed: Record<string, unknown> }) {
  const image = webAddress(fieldsOf(embed.image).url)
  const thumbnail = webAddress(fieldsOf(embed.thumbnail).url)
  return (
    <div className="discord-embed" style={{ borderLeftColor: colorOf(embed.color ?? embed.colour) }}>
      <div className="discord-embed-main">
        <Line className="discord-embed-author" text={fieldsOf(embed.author).name} />
        <Line className="discord-embed-title" text={embed.title} />
        <Line className="discord-text" text={embed.description} />
        <div className="discord-fields">
          {objectsIn(embed.fields).map(({ name, value, inline }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields of one embed that never change places
            <div key={at} style={{ gridColumn: inline === true ? undefined : '1 / -1' }}>
              <Line className="discord-embed-author" text={name} />
              <Line className="discord-text" text={value} />
            </div>
          ))}
        </div>
        {image !== undefined && <Picture address={image} />}
        <Line className="discord-footer" text={fieldsOf(embed.footer).text} />
      </div>
      {thumbnail !== undefined && <Picture address={thumbnail} className="discord-thumbnail" />}
    </div>
  )
}

function Line({ className, text }: { className: string; text: unknown }) {
  const content = textOf(text)
  if (content === '') return null
  return (
    <div className={`${className} wrap-anywhere`}>
      <RichText text={content} dialect="discord" />
    </div>
  )
}

function colorOf(color: unknown): string | undefined {
  if (typeof color === 'number') return `#${color.toString(16).padStart(6, '0')}`
  return /^#[0-9a-f]{6}$/i.test(textOf(color)) ? textOf(color) : undefined
}
