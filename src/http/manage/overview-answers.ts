// What the management API answers about a workspace as a whole: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { at, number, string } from './answers.ts'
import { channel, orNull, shape } from './shapes.ts'

const tally = { sent: number, delivered: number, failed: number }

export const overviewShapes = [
  shape('Overview', {
    usage: Type.Ref('Usage'),
    credits: number,
    channels: Type.Array(Type.Object({ channel, ...tally }), { description: 'This month, live messages.' }),
    last_hour: Type.Array(Type.Object({ at, ...tally }), { description: '60 minutes, oldest first.' }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...tally }), {
      description: '30 days (UTC), oldest first.',
    }),
    waiting: Type.Object(
      {
        paused_connections: Type.Array(
          Type.Object({ source_id: number, source_name: string, channel, reason: orNull(string) }),
        ),
        disabled_subscriptions: number,
      },
      { description: 'What a person has to mend.' },
    ),
    health: Type.Ref('Health'),
  }),
  shape('GettingStarted', {
    steps: Type.Array(
      Type.Object({
        id: Type.Enum(['send_test_message', 'connect_channel', 'send_live_message', 'receive_events'], {
          type: 'string',
        }),
        done: Type.Boolean(),
        at: orNull(at),
        delivery_id: orNull(number),
      }),
    ),
    source_id: orNull(number),
    test_key: orNull(Type.String({ description: 'A test key in full, for snippets; null for viewers.' })),
    template: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      required: ['slug', 'variables'],
      properties: { slug: string, variables: Type.Array(string) },
    }),
  }),
] satisfies TSchema[]
