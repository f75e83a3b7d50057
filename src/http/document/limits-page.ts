// Generates the page docs/limits.md.
import { channels } from '../../channels/index.ts'
import { creditCosts } from '../../channels/prices.ts'
import { type Group, INTERNAL, type LimitDescription, type Unit } from '../../limit-group.ts'
import { groups } from '../../limit-words.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../limits.ts'
import { plans } from '../../plans.ts'

/** All groups of limits. The groups of the channels come last. */
export const limitGroups: readonly Group[] = [...groups, ...channels.flatMap(({ limits }) => limits)]

/** Returns the text of the page. `npm run check` fails if docs/limits.md differs from this text. */
export function limitsPage(): string {
  return `# Limits

This page lists every limit that a caller can meet, and the consequence of exceeding it. The [API document](openapi.json) has the
same numbers at each field. The page is generated from \`src/limits.ts\` and the limits of the channels;
[decisions](decisions.md) 8, 35, 54 and 69 give the reasons. A 422 names the field and the limit. A refused request is neither
stored nor charged.

${limitGroups.map(section).join('\n\n')}

## Plans

| plan | messages per month | channels |
|---|---|---|
${Object.values(plans)
  .map(({ name, quota, channels }) => `| ${name} | ${orAny(quota)} | ${orAny(channels)} |`)
  .join('\n')}

WhatsApp messages have a separate quota of the same size. A message above the quota costs credits. Without credits, the
message is refused with 429. Credits per message:
${Object.entries(creditCosts)
  .map(([channel, cost]) => `${channel} ${cost}`)
  .join(', ')}.
`
}

function section({ title, limits, words }: Group): string {
  const rows = Object.entries(words).flatMap(([name, described]) =>
    described === INTERNAL ? [] : [row(described, limits[name])],
  )
  return [`## ${title}`, '', '| limited | maximum | above the maximum |', '|---|---|---|', ...rows].join('\n')
}

function row({ subject, unit, above }: LimitDescription, limit: unknown): string {
  const values = Array.isArray(limit) ? limit : [limit]
  return `| ${subject} | ${values.map((value) => amount(Number(value), unit)).join(', ')} | ${above} |`
}

/** The units of time: name, length in milliseconds, and the smallest number that is shown in this unit. */
const SPANS = [
  ['days', DAY, 2],
  ['hours', HOUR, 1],
  ['minutes', MINUTE, 1],
  ['seconds', SECOND, 1],
] as const

/** Returns a limit with its unit as the page shows it, such as `16,384 bytes (16 KB)`, `72 hours` or `5`. */
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
