// Response schema of the management API: messages of the test inbox.
import { Type } from 'typebox'
import { channelNames } from '../../../channels/index.ts'
import { deliveryStates, statuses } from '../../../delivery-states.ts'
import { open, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

export const testMessageShape = shape('TestMessage', {
  id: number,
  delivery_id: number,
  channel: Type.Enum(channelNames, { type: 'string' }),
  status: Type.Enum([...statuses], { type: 'string' }),
  state: Type.Enum([...deliveryStates], {
    type: 'string',
    description: 'The state of the delivery, as in the list of deliveries.',
  }),
  attempts_made: Type.Integer({ description: 'The number of attempts that count, of at most 4.' }),
  address: string,
  recipient: Type.Object({ id: number, name: string }),
  template_slug: string,
  message: open(
    'The message as the sandbox received it. For viewers, sensitive variables are masked. The URLs of buttons and of the unsubscribe link are `#`. The fields `actions[].url` and `unsubscribe_url` are missing.',
  ),
  at,
})
