// docs/limits.md, made from the limits and their words.
import { channels } from '../../channels/index.ts'
import { creditCosts } from '../../channels/prices.ts'
import { type Group, INTERNAL, type LimitDescription, type Unit } from '../../limit-group.ts'
import { groups } from '../../limit-words.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../limits.ts'
import { plans } from '../../plans.ts'

/** Every limit that a caller can meet, those of channels last. */
export const limitGroups: readonly Group[] = [...groups, ...channels.flatMap(({ limits }) => limits)]

/** The whole page. `npm run check` says when the one in docs/ is stale. */
export function limitsPage(): string {
  return `# Limits

Every limit that a caller can meet, what it bounds, and what happens above it. The [API document](openapi.json) has the same
numbers at each field. This page is generated from \`src/limits.ts\` and the channels' limits; [decisions](decisions.md) 8, 35, 54
and 69 say why. A 422 names the field and the number; a body that is refused is neither stored nor charged.

${limitGroups.map(section).join('\n\n')}

## Plans

| plan | messages a month | channels |
|---|---|---|
${Object.values(plans)
  .map(({ name, quota, channels }) => `| ${name} | ${orAny(quota)} | ${orAny(channels)} |`)
  .join('\n')}

WhatsApp messages have a bundle of the same size of their own. Above it a message costs credits, or is 429 without any:
${Object.entries(creditCosts)
  .map(([channel, cost]) => `${channel} ${cost}`)
  .join(', ')}.
`
}

function section({ title, limits, words }: Group): string {
  const rows = Object.entries(words).flatMap(([name, described]) =>
    described === INTERNAL ? [] : [row(described, limits[name])],
  )
  return [`## ${title}`, '', '| what | at most | above it |', '|---|---|---|', ...rows].join('\n')
}

function row({ subject: what, unit, above }: LimitDescription, limit: unknown): string {
  const values = Array.isArray(limit) ? limit : [limit]
  return `| ${what} | ${values.map((value) => amount(Number(value), unit)).join(', ')} | ${above} |`
}

/** Each unit of time: its milliseconds, and from how many of them on it is used. */
const SPANS = [
  ['days', DAY, 2],
  ['hours', HOUR, 1],
  ['minutes', MINUTE, 1],
  ['seconds', SECOND, 1],
] as const

/** A number as the page writes it: `16,384 bytes (16 KB)`, `72 hours`, `5`. */
export function amount(value: number, unit: Unit): string {
  if (unit === 'items') return grouped(value)
  if (unit === 'seconds') return counted(value, unit)
  if (unit === 'milliseconds') {
    const [name, length] = SPANS.find(([, span, from]) => value % span === 0 && value >= from * span) ?? MILLISECONDS
    return counted(value / length, name)
  }
  return `${counted(value, unit)}${unit === 'bytes' ? inMegabytes(value) : ''}`
}

function inMegabytes(bytes: number): string {
  const [size, name] = bytes % 2 ** 20 === 0 ? [bytes / 2 ** 20, 'MB'] : [bytes / 1024, 'KB']
  return Number.isInteger(size) ? ` (${size} ${name})` : ''
}

const MILLISECONDS = ['milliseconds', 1] as const
const grouped = (value: number) => value.toLocaleString('en-US')
const counted = (value: number, unit: string) => `${grouped(value)} ${value === 1 ? unit.slice(0, -1) : unit}`
const orAny = (value: number | null) => (value === null ? 'unlimited' : grouped(value))
