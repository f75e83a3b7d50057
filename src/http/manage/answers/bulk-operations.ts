// Response schemas of the management API: bulk operations and the results of their deliveries.
import { Type } from 'typebox'
import { bulkActions, bulkStates } from '../../../bulk/operations.ts'
import { knownRefusals } from '../../../bulk/preview.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

export const bulkAction = Type.Enum([...bulkActions], { type: 'string' })

const cost = Type.Object({
  quota: Type.Integer({ description: 'Messages of the monthly quota.' }),
  whatsapp: Type.Integer({ description: 'Messages of the WhatsApp bundle.' }),
  credits: number,
  credits_left: Type.Integer({ description: 'The credits of the workspace before the operation.' }),
  unpaid: Type.Integer({ description: 'Messages that will be refused because the quota and the credits are used up.' }),
})

export const bulkShapes = [
  shape(
    'BulkOperation',
    {
      id: number,
      action: bulkAction,
      mode,
      state: Type.Enum([...bulkStates], {
        type: 'string',
        description:
          'draft: a preview that no member has started. running: a worker applies it. The other states are final.',
      }),
      scheduled_for: orNull(Type.String({ format: 'date-time', description: 'The new time of a reschedule.' })),
      actor: Type.String({ description: 'The member or token that previewed the operation.' }),
      preview: Type.Object({
        accepted: Type.Integer({ description: 'Deliveries that the operation would change.' }),
        refused: Type.Array(Type.Object({ code: Type.Enum([...knownRefusals], { type: 'string' }), count: number }), {
          description: 'Deliveries that the operation would refuse, by reason.',
        }),
        cost: Type.Object(cost.properties, {
          description: 'What a resend costs, or what a cancellation refunds. The values are 0 for test messages.',
        }),
        complete: Type.Boolean({
          description: 'False if more deliveries match the filter than the operation contains.',
        }),
        searched_to: orNull(
          Type.String({
            format: 'date-time',
            description: 'Older deliveries were not searched. null if all were searched.',
          }),
        ),
      }),
      total: Type.Integer({ description: 'The number of deliveries.' }),
      done: Type.Integer({ description: 'Deliveries that were changed.' }),
      refused: Type.Integer({ description: 'Deliveries that could not be changed.' }),
      problem: orNull(Type.String({ description: 'The reason why the operation failed or is being retried.' })),
      undoes: orNull(Type.Integer({ description: 'The id of the operation that this operation undoes.' })),
      undone_by: orNull(Type.Integer({ description: 'The id of the operation that undoes this operation.' })),
      can_undo: Type.Boolean(),
      created_at: at,
      started_at: orNull(at),
      ended_at: orNull(at),
    },
    {
      id: 3,
      action: 'resend',
      mode: 'live',
      state: 'running',
      scheduled_for: null,
      actor: 'Ada <ada@shop.example>',
      preview: {
        accepted: 118,
        refused: [{ code: 'files_deleted', count: 2 }],
        cost: { quota: 100, whatsapp: 0, credits: 36, credits_left: 500, unpaid: 0 },
        complete: true,
        searched_to: null,
      },
      total: 120,
      done: 100,
      refused: 1,
      problem: null,
      undoes: null,
      undone_by: null,
      can_undo: false,
      created_at: AT,
      started_at: AT,
      ended_at: null,
    },
  ),
  shape('BulkResult', {
    id: Type.Integer({ description: 'The position of the delivery in the operation.' }),
    delivery_id: number,
    recipient_name: orNull(string),
    address: orNull(string),
    result: orNull(
      Type.Enum(['done', 'refused'], { type: 'string', description: 'null if the delivery was not processed yet.' }),
    ),
    new_delivery_id: orNull(Type.Integer({ description: 'The delivery that a resend created.' })),
    code: orNull(string),
    reason: orNull(Type.String({ description: 'Why the delivery was refused.' })),
  }),
]
