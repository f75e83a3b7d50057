// The schema of a recipient's fields. These fields are used in the management API and in import files.
import { Type } from 'typebox'
import { addressTable, byField } from '../channels/addresses.ts'
import { channelNames, channels } from '../channels/index.ts'
import { bodies, lengths, records, sizes } from '../limits.ts'

/** Describes every address field for API clients, in the order in which files and forms show the fields. */
export function describedAddresses() {
  return addressTable().all.map((address) => ({
    field: address.field,
    channel: address.channel,
    label: address.label,
    example: 'example' in address ? address.example : null,
    list: address.kind === 'list',
    identifies: address.kind === 'requested' || address.kind === 'identifying',
    in_requests: address.kind === 'requested',
    takes_opt_outs: channels.some(({ name, optOuts }) => name === address.channel && optOuts !== undefined),
  }))
}

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const recipientFields = {
  name: text(lengths.recipientName),
  ...byField(addressTable().texts, ({ format }) => Type.String(format)),
  locale: Type.String({
    pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
    examples: ['en'],
    maxLength: lengths.locale,
  }),
  tags: Type.Array(text(records.tag), { maxItems: records.tags }),
  metadata: Type.Object(
    {},
    {
      additionalProperties: true,
      description: `Data that the application stores with the recipient. The whole body has at most ${sizes.values} values and ${bodies.recipient} bytes.`,
    },
  ),
  preferred_channel: Type.Enum(channelNames, { type: 'string' }),
}
