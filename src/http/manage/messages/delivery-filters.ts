// The filters of a list of deliveries. The list, its long poll, its export and bulk operations have the same filters.
import { type Static, Type } from 'typebox'
import { type DeliveryState, deliveryStates, statuses } from '../../../delivery-states.ts'
import { refuseInvalid } from '../../../errors.ts'
import { lengths, records, searches } from '../../../limits.ts'
import { channel, dateOf, dateTime, id, mode, text } from '../shapes.ts'

export const deliveryFilters = {
  mode: Type.Optional(mode),
  status: Type.Optional(Type.Enum([...statuses], { type: 'string' })),
  state: Type.Optional(
    Type.String({
      maxLength: 120,
      description: `One or more states, separated by commas: ${deliveryStates.join(', ')}. failed excludes cancelled deliveries.`,
      examples: ['failed,cancelled'],
    }),
  ),
  channel: Type.Optional(channel),
  recipient: Type.Optional(id),
  source: Type.Optional(id),
  template: Type.Optional(text(lengths.templateSlug)),
  category: Type.Optional({
    ...text(lengths.templateSlug),
    description: 'The category of the message, from its request or the default of its template.',
  }),
  reason: Type.Optional({ ...text(searches.reason), description: 'The machine-readable reason of a failure.' }),
  tag: Type.Optional({ ...text(records.tag), description: 'A tag of the recipient.' }),
  words: Type.Optional({
    ...text(searches.text),
    description: `Words that the subject or the text contains, at most ${searches.words}. All of them must occur. Of an email, the search covers only the plain text part. For viewers, the search leaves out messages of templates with sensitive variables.`,
  }),
  since: Type.Optional(dateTime('Returns only deliveries that were accepted at this time or later.')),
  until: Type.Optional(dateTime('Returns only deliveries that were accepted before this time.')),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the name or address of the recipient, or the id of a delivery.',
    }),
  ),
}

const filterQuery = Type.Object(deliveryFilters)

/** Converts the query to a filter. If the query has no mode, the filter selects live deliveries. */
export function filterOf(
  { mode = 'live', state, words, since, until, ...filter }: Static<typeof filterQuery>,
  now: Date,
) {
  return {
    ...filter,
    mode,
    now,
    states: state === undefined ? undefined : statesIn(state),
    words: words === undefined ? undefined : wordsIn(words),
    since: since === undefined ? undefined : dateOf('since', since),
    until: until === undefined ? undefined : dateOf('until', until),
  }
}

function statesIn(list: string): DeliveryState[] {
  return list
    .split(',')
    .map(
      (name) =>
        deliveryStates.find((state) => state === name) ??
        refuseInvalid({ state: [`must be a list of these states: ${deliveryStates.join(', ')}`] }),
    )
}

function wordsIn(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) refuseInvalid({ words: ['must contain a word'] })
  if (words.length > searches.words)
    refuseInvalid({ words: [`has ${words.length} words; at most ${searches.words} are allowed`] })
  return words
}
