// Response schemas of the management API: how a delivery was created, what members did with it, and its preview.
import { type TSchema, Type } from 'typebox'
import { statuses } from '../../../delivery-states.ts'
import { open, orNull, shape } from '../shapes.ts'

const at = Type.String({ format: 'date-time' })
const actor = Type.Object(
  { kind: Type.String(), id: orNull(Type.Integer()), name: Type.String() },
  { description: 'The member or management token.' },
)

const digestFields = {
  key: Type.String({ description: 'The key of the digest.' }),
  items: Type.Integer({ description: 'The number of messages.' }),
  opened_at: at,
  closes_at: orNull(
    Type.String({ format: 'date-time', description: 'When the open digest closes if no other message joins it.' }),
  ),
  closed_at: orNull(Type.String({ format: 'date-time', description: 'null while messages may join.' })),
}

/** The fields that describe why a delivery waits or failed. */
export const waitingFields = {
  reason: orNull(
    Type.String({
      description: 'Machine-readable reason of a failure. `quiet_hours`: the message waits for quiet hours to end.',
    }),
  ),
  deferred_until: orNull(
    Type.String({ format: 'date-time', description: 'The end of the quiet hours for which the message waits.' }),
  ),
}

/** The fields of a delivery's timeline in addition to those of the delivery and its attempts. */
export const originFields = {
  digest: orNull(
    Type.Object(digestFields, { description: 'The collected messages. null if the delivery is no digest.' }),
  ),
  request: open(
    'The body of a request that sends the same message to the same recipient. It is rebuilt from the stored message, so it may differ from the original request. It contains neither an idempotency key nor the bytes of attachments. For viewers, it is masked in the same way as `content`.',
  ),
  key: orNull(
    Type.Object(
      {
        id: Type.Integer(),
        kind: Type.Enum(['api', 'trigger'], { type: 'string' }),
        name: orNull(Type.String()),
        hint: Type.String({ description: 'The last four characters of the key.' }),
      },
      { description: 'The key of the request. null if no key was used, for example for a resend.' },
    ),
  ),
  changes: Type.Array(
    Type.Object({
      kind: Type.Enum(['rescheduled', 'cancelled', 'resent', 'sent_now'], { type: 'string' }),
      at,
      by: actor,
      from: orNull(Type.String({ format: 'date-time', description: 'Of a reschedule: the previous time.' })),
      to: orNull(Type.String({ format: 'date-time', description: 'Of a reschedule: the new time.' })),
      delivery_id: orNull(Type.Integer({ description: 'Of a resend: the new delivery.' })),
    }),
    { description: 'What members and management tokens did with the delivery, oldest first.' },
  ),
  resent_from: orNull(
    Type.Object(
      { delivery_id: Type.Integer(), at, by: actor },
      { description: 'The delivery that this delivery repeats.' },
    ),
  ),
}

export const deliveryDetailShapes = [
  shape('Digest', {
    ...digestFields,
    more: Type.Integer({ description: 'The number of messages that are not in `list`.' }),
    list: Type.Array(open('The `vars` and `data` of a message. For viewers, sensitive variables are masked.'), {
      description: 'The first messages, in the order in which they joined.',
    }),
  }),
  shape('DeliveryPreview', {
    status: Type.Enum([...statuses], { type: 'string' }),
    message: open(
      'The message as its channel shows it. Links of buttons and the unsubscribe link lead nowhere. For viewers, sensitive variables are masked.',
    ),
  }),
  shape('DryRun', {
    result: Type.Union([Type.Ref('DryRunResponse'), Type.Ref('ReplayResponse')]),
    message: orNull(
      open(
        'The message as its channel would show it. Links of buttons and the unsubscribe link lead nowhere. null if no new message would be sent.',
      ),
    ),
  }),
] satisfies TSchema[]
