// Text with the marks that a channel's apps draw: *bold* of WhatsApp and Slack, **bold** of Discord. Never HTML.
import { Fragment, type ReactNode } from 'react'

type Tag = 'strong' | 'em' | 's' | 'u' | 'code'
type Marks = [mark: string, tag: Tag][]

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

export type Dialect = keyof typeof marksOf

interface Piece {
  text: string
  tag?: Tag
}

export function RichText({ text, dialect }: { text: string; dialect: Dialect }): ReactNode {
  return draw(text, marksOf[dialect])
}

function draw(text: string, marks: Marks): ReactNode {
  return piecesOf(text, marks).map(({ text: inner, tag: Tag }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text that never change places
    if (Tag === undefined) return <Fragment key={at}>{inner}</Fragment>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text that never change places
    return <Tag key={at}>{Tag === 'code' ? inner : draw(inner, marks)}</Tag>
  })
}

/** The text cut at its first mark that closes on the same line and has something inside, and so on behind it. */
function piecesOf(text: string, marks: Marks): Piece[] {
  const pieces: Piece[] = []
  let rest = text
  while (rest !== '') {
    const found = firstMarked(rest, marks)
    if (found === undefined) return [...pieces, { text: rest }]
    if (found.from > 0) pieces.push({ text: rest.slice(0, found.from) })
    pieces.push({ text: found.inner, tag: found.tag })
    rest = rest.slice(found.to)
  }
  return pieces
}

function firstMarked(text: string, marks: Marks) {
  const found = marks.flatMap(([mark, tag]) => {
    const escaped = mark.replaceAll('*', '\\*')
    const match = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?=\\S)([^\\n]*?\\S)${escaped}(?![\\p{L}\\p{N}])`, 'u').exec(
      text,
    )
    return match
      ? [{ from: match.index, to: match.index + match[0].length, inner: match[1]!, tag, size: mark.length }]
      : []
  })
  return found.sort((one, other) => one.from - other.from || other.size - one.size)[0]
}
