// The filters of a list of deliveries. The list and its long poll have the same filters.
import { type Static, Type } from 'typebox'
import { statuses } from '../../../delivery-states.ts'
import { lengths } from '../../../limits.ts'
import { channel, dateOf, dateTime, id, mode, text } from '../shapes.ts'

export const deliveryFilters = {
  mode: Type.Optional(mode),
  status: Type.Optional(Type.Enum([...statuses], { type: 'string' })),
  channel: Type.Optional(channel),
  recipient: Type.Optional(id),
  source: Type.Optional(id),
  template: Type.Optional(text(lengths.templateSlug)),
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
export function filterOf({ mode = 'live', since, until, ...filter }: Static<typeof filterQuery>) {
  return {
    ...filter,
    mode,
    since: since === undefined ? undefined : dateOf('since', since),
    until: until === undefined ? undefined : dateOf('until', until),
  }
}
