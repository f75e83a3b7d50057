// A Slack message: its text, or the blocks of its template.
import type { ReactNode } from 'react'
import { Actions, initialOf, Media, Picture } from './message-parts.tsx'
import './team.css'
import { RichText } from './rich-text.tsx'
import { type DrawingProps, fieldsOf, objectsIn, textOf, webAddress } from './shown-message.ts'

export function SlackMessage({ message, sender, still }: DrawingProps) {
  const blocks = objectsIn(message.own?.blocks)
  return (
    <div className="slack">
      <span className="slack-avatar" aria-hidden>
        {initialOf(sender)}
      </span>
      <div style={{ minWidth: 0, flex: 1 }}>
        <div className="slack-name wrap-anywhere">
          {sender} <span className="slack-app">APP</span>
        </div>
        {blocks.length === 0 ? (
          <div className="slack-text">
            {/* Slack shows the characters & < > in a value literally, so a value cannot become a link or a mention. */}
            <RichText text={message.body} dialect="slack" />
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one message that never change places
          blocks.map((block, at) => <Block key={at} block={block} />)
        )}
        <Media message={message} />
        <Actions message={message} still={still} className="slack-action" />
      </div>
    </div>
  )
}

function Block({ block }: { block: Record<string, unknown> }): ReactNode {
  switch (block.type) {
    case 'header':
      return <div className="slack-header">{textOf(fieldsOf(block.text).text)}</div>
    case 'divider':
      return <hr className="slack-divider" />
    case 'image':
      return <BlockImage block={block} className="slack-image" />
    case 'markdown':
      return <SlackText value={{ type: 'mrkdwn', text: block.text }} className="slack-text" />
    case 'context':
      return (
        <div className="slack-context">
          {objectsIn(block.elements).map((element, at) =>
            element.type === 'image' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: elements of one block that never change places
              <BlockImage key={at} block={element} className="slack-small" />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: elements of one block that never change places
              <SlackText key={at} value={element} className="" />
            ),
          )}
        </div>
      )
    case 'actions':
      return (
        <div className="slack-actions">
          {objectsIn(block.elements).map((element, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: elements of one block that never change places
            <span key={at} className="slack-action">
              {textOf(fieldsOf(element.text).text)}
            </span>
          ))}
        </div>
      )
    default:
      return (
        <div className="slack-section">
          <div>
            <SlackText value={block.text} className="slack-text" />
            <div className="slack-fields">
              {objectsIn(block.fields).map((field, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of the fields never changes
                <SlackText key={at} value={field} className="slack-text" />
              ))}
            </div>
          </div>
          <BlockImage block={fieldsOf(block.accessory)} className="slack-accessory" />
        </div>
      )
  }
}

/** A text object of Block Kit. In mrkdwn, links are <url|text>, and three characters are entities. */
function SlackText({ value, className }: { value: unknown; className: string }) {
  const { type, text } = fieldsOf(value)
  const content = textOf(text)
  if (content === '') return null
  return (
    <div className={`${className} wrap-anywhere`}>
      {type === 'plain_text' ? content : <RichText text={read(content)} dialect="slack" />}
    </div>
  )
}

function read(text: string): string {
  return text
    .replace(/<[^<|>\n]+\|([^<>\n]+)>/g, '$1')
    .replace(/<([^<>\n]+)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function BlockImage({ block, className }: { block: Record<string, unknown>; className: string }) {
  const address = webAddress(block.image_url)
  return address === undefined ? null : <Picture className={className} address={address} alt={textOf(block.alt_text)} />
}
