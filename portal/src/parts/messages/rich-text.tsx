// A text with the formatting marks of a channel, for example *bold* on WhatsApp and Slack, or **bold** on Discord. The
// text contains no HTML.
import { Fragment, type ReactNode } from 'react'
import { type Marks, splitAtMarks } from './marked-text.ts'

const marksOf = {
  plain: [],
  whatsapp: [
    ['```', 'code'],
    ['*', 'strong'],
    ['_', 'em'],
    ['~', 's'],
    ['`', 'code'],
  ],
  slack: [
    ['```', 'code'],
    ['*', 'strong'],
    ['_', 'em'],
    ['~', 's'],
    ['`', 'code'],
  ],
  discord: [
    ['```', 'code'],
    ['**', 'strong'],
    ['__', 'u'],
    ['~~', 's'],
    ['*', 'em'],
    ['_', 'em'],
    ['`', 'code'],
  ],
} satisfies Record<string, Marks>

export type MarkupFormat = keyof typeof marksOf

export function RichText({ text, dialect }: { text: string; dialect: MarkupFormat }): ReactNode {
  return draw(dialect === 'discord' ? withoutBackslashes(text) : text, marksOf[dialect])
}

/**
 * The first private-use character of Unicode. Private-use characters replace escaped punctuation while the marks are
 * parsed.
 */
const PRIVATE = 0xe000

/**
 * Replaces escaped punctuation, so that it is shown without its backslash, as in Discord. The service escapes the
 * punctuation in values.
 */
function withoutBackslashes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, (_whole, mark: string) =>
    String.fromCharCode(PRIVATE + mark.charCodeAt(0)),
  )
}

const revealed = (text: string) =>
  text.replace(/[\ue021-\ue07e]/g, (hidden) => String.fromCharCode(hidden.charCodeAt(0) - PRIVATE))

function draw(text: string, marks: Marks): ReactNode {
  return splitAtMarks(text, marks).map(({ text: inner, tag: Tag }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
    if (Tag === undefined) return <Fragment key={at}>{revealed(inner)}</Fragment>
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
    return <Tag key={at}>{Tag === 'code' ? revealed(inner) : draw(inner, marks)}</Tag>
  })
}
