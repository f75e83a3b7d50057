// A line-by-line comparison of two versions of a template. A changed line has a sign in addition to its color.
import { Text } from '@mantine/core'
import { type Texts, useTexts } from '../../../texts/texts.tsx'
import { draftOf, type StoredTemplate } from '../editor/template-draft.ts'
import './difference.css'
import { diffLines } from './line-diff.ts'

interface DifferenceProps {
  before: StoredTemplate
  after: StoredTemplate
  beforeName: string
  afterName: string
}

const signs = { same: ' ', gone: '−', new: '+' } as const

export function Difference({ before, after, beforeName, afterName }: DifferenceProps) {
  const texts = useTexts()
  const { templates } = texts
  const lines = diffLines(linesOf(before, texts), linesOf(after, texts))
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

/** Returns a template as lines for the comparison. */
function linesOf(template: StoredTemplate, { common, templates }: Texts): string[] {
  const { name, essential, sensitive, locales } = draftOf(template)
  return [
    `${common.name}: ${name}`,
    `${templates.essential}: ${essential ? common.yes : common.no}`,
    ...(sensitive.length > 0 ? [`${templates.sensitive}: ${sensitive.join(', ')}`] : []),
    ...Object.entries(locales).flatMap(([locale, { subject, body, channels }]) => [
      '',
      `[${locale}] ${subject}`,
      ...body.split('\n'),
      ...Object.entries(channels).flatMap(([channel, content]) => [
        '',
        `[${locale} · ${channel}]${content.markdown ? ' markdown' : ''}${content.ownText ? ` ${content.subject}` : ''}`,
        ...(content.ownText ? content.body.split('\n') : []),
        ...(content.own === '' ? [] : content.own.split('\n')),
      ]),
    ]),
  ]
}
