// What the management API answers about a workspace as a whole: named shapes of the API document.
import { type TSchema, Type } from 'typebox'
import { conditionKinds } from '../../../overview/condition-shape.ts'
import { channel, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

/** The body of a send request; null while there is no template for it. */
const sample = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'A send request that works as it stands.',
})
const tally = { sent: number, delivered: number, failed: number }

const instant = Type.String({ format: 'date-time' })

export const overviewShapes = [
  shape(
    'Condition',
    {
      kind: Type.Enum([...conditionKinds], { type: 'string' }),
      severity: Type.Enum(['error', 'warning'], {
        type: 'string',
        description: '`error`: messages or events do not get through. `warning`: some do not, or may not soon.',
      }),
      message: Type.String({ description: 'What is wrong.' }),
      remedy: Type.String({ description: 'What to do.' }),
      link: Type.String({
        description: 'The page of the portal where it can be changed, below the address of the service.',
      }),
      since: orNull(instant),
      until: orNull(Type.String({ format: 'date-time', description: 'When it ends by itself, where it does.' })),
      channel: orNull(channel),
      source_id: orNull(number),
      subject: orNull(Type.String({ description: "A source's name, an endpoint's address or a template's slug." })),
      reason: orNull(string),
      count: orNull(number),
      total: orNull(Type.Integer({ description: 'What `count` is a part of.' })),
    },
    {
      kind: 'failure_rate',
      severity: 'error',
      message: '21 of 100 messages failed in the last hour (21 %).',
      remedy: 'Read the reasons of the failed deliveries: each has a remedy.',
      link: '/w/1/deliveries?status=failed',
      since: null,
      until: null,
      channel: null,
      source_id: null,
      subject: null,
      reason: null,
      count: 21,
      total: 100,
    },
  ),
  shape('Overview', {
    usage: Type.Ref('Usage'),
    credits: number,
    channels: Type.Array(Type.Object({ channel, ...tally }), {
      description: 'This month, live messages. Here and below, `failed` does not count cancelled messages.',
    }),
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
      { description: 'Paused connections and disabled endpoints; `conditions` says more.' },
    ),
    conditions: Type.Array(Type.Ref('Condition'), {
      description: 'What is wrong in this workspace now, the most severe first; empty where there is none.',
    }),
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
        failed_delivery_id: orNull(
          Type.Integer({
            description:
              'The newest of the live deliveries that failed, until one was sent; cancelled ones do not count. Null for other steps.',
          }),
        ),
      }),
    ),
    source_id: orNull(number),
    test_key: orNull(Type.String({ description: 'A test key in full, for snippets; null for viewers.' })),
    template: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      required: ['slug', 'variables'],
      properties: { slug: string, variables: Type.Array(string) },
    }),
    test: Type.Object({
      missing: orNull(
        Type.Enum(['source', 'template', 'key'], {
          type: 'string',
          description: 'What has to be made before the request can be sent.',
        }),
      ),
      request: sample,
    }),
    live: Type.Object({
      missing: orNull(Type.Enum(['connection', 'key', 'template'], { type: 'string' })),
      source_id: orNull(number),
      channel: orNull(channel),
      key_hint: orNull(Type.String({ description: "The end of the source's newest live key." })),
      hint: orNull(
        Type.Enum(['your_address', 'shared_channel', 'registered_recipient'], {
          type: 'string',
          description: 'How the recipient of the request has to be changed before it reaches a person.',
        }),
      ),
      request: sample,
    }),
  }),
] satisfies TSchema[]
