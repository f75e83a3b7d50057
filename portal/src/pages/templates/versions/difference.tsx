// A line-by-line comparison of two versions of a template. A changed line has a sign in addition to its color.
import { Text } from '@mantine/core'
import { type Texts, useTexts } from '../../../texts/texts.tsx'
import type { EditedChannel } from '../editor/content/edited-template.ts'
import { editedOf, type StoredContent } from '../editor/content/stored-content.ts'
import './difference.css'
import { diffLines } from './line-diff.ts'

interface Names {
  beforeName: string
  afterName: string
}

interface DifferenceProps extends Names {
  before: StoredContent
  after: StoredContent
}

const signs = { same: ' ', gone: '−', new: '+' } as const

export function Difference({ before, after, ...names }: DifferenceProps) {
  const texts = useTexts()
  return <LinesDifference before={linesOf(before, texts)} after={linesOf(after, texts)} {...names} />
}

interface LinesDifferenceProps extends Names {
  before: string[]
  after: string[]
}

export function LinesDifference({ before, after, beforeName, afterName }: LinesDifferenceProps) {
  const { templates } = useTexts()
  const lines = diffLines(before, after)
  if (lines.every(({ kind }) => kind === 'same')) {
    return (
      <Text size="sm" c="dimmed">
        {templates.noDifference}
      </Text>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach the area to scroll it
    <section className="difference" aria-label={templates.difference(beforeName, afterName)} tabIndex={0}>
      <div className="difference-names">
        <span>− {beforeName}</span>
        <span>+ {afterName}</span>
      </div>
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
        <div key={at} className={`difference-line difference-${kind}`}>
          <span aria-hidden>{signs[kind]}</span>
          {kind !== 'same' && (
            <span className="unseen">{kind === 'gone' ? templates.lineRemoved : templates.lineAdded}</span>
          )}
          <span>{text}</span>
        </div>
      ))}
    </section>
  )
}

/** Returns the content of a template as lines for the comparison. */
function linesOf(content: StoredContent, { common, emails, templates }: Texts): string[] {
  const { name, essential, sensitive, engine, layout, locales } = editedOf(content)
  return [
    `${common.name}: ${name}`,
    `${templates.essential}: ${essential ? common.yes : common.no}`,
    ...(sensitive.length > 0 ? [`${templates.sensitive}: ${sensitive.join(', ')}`] : []),
    `${emails.engine}: ${emails.engines[engine]}`,
    ...(layout === null ? [] : [`${emails.layout}: ${layout}`]),
    ...Object.entries(locales).flatMap(([locale, { subject, body, channels }]) => [
      '',
      `[${locale}] ${subject}`,
      ...body.split('\n'),
      ...Object.entries(channels).flatMap(([channel, of]) => channelLines(`${locale} · ${channel}`, of)),
    ]),
  ]
}

function channelLines(title: string, { ownText, subject, body, format, html, mjml, own }: EditedChannel): string[] {
  return [
    '',
    `[${title}]${format === 'text' ? '' : ` ${format}`}${ownText ? ` ${subject}` : ''}`,
    ...(ownText ? body.split('\n') : []),
    ...(format === 'html' ? html.split('\n') : []),
    ...(format === 'mjml' ? mjml.split('\n') : []),
    ...(own === '' ? [] : own.split('\n')),
  ]
}
