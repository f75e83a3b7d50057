// Response schemas of the management API: the overview of a workspace and its first steps.
import { type TSchema, Type } from 'typebox'
import { conditionKinds } from '../../../overview/condition-shape.ts'
import { channel, orNull, shape } from '../shapes.ts'
import { at, number, string } from './answers.ts'

/** The body of a send request. Null if the workspace has no template for this request. */
const sample = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'A complete send request.',
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
        description:
          '`error`: messages or events are not delivered. `warning`: some messages or events are not delivered, or will soon not be delivered.',
      }),
      message: Type.String({ description: 'The problem.' }),
      remedy: Type.String({ description: 'The solution.' }),
      link: Type.String({
        description: 'The path of the portal page on which the problem can be solved.',
      }),
      since: orNull(instant),
      until: orNull(
        Type.String({
          format: 'date-time',
          description: 'The time at which the condition ends without help. null if it requires help.',
        }),
      ),
      channel: orNull(channel),
      source_id: orNull(number),
      subject: orNull(
        Type.String({ description: 'The name of a source, the URL of an endpoint or the slug of a template.' }),
      ),
      reason: orNull(string),
      count: orNull(number),
      total: orNull(Type.Integer({ description: 'The total number, of which `count` is a part.' })),
    },
    {
      kind: 'failure_rate',
      severity: 'error',
      message: '21 of 100 messages failed in the last hour (21 %).',
      remedy: 'Read the reasons of the failed deliveries. Each reason has a remedy.',
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
      description:
        'Live messages of this month. Here and in the fields below, `failed` does not include cancelled messages.',
    }),
    last_hour: Type.Array(Type.Object({ at, ...tally }), { description: 'The last 60 minutes, oldest first.' }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...tally }), {
      description: 'The last 30 days (UTC), oldest first.',
    }),
    waiting: Type.Object(
      {
        paused_connections: Type.Array(
          Type.Object({ source_id: number, source_name: string, channel, reason: orNull(string) }),
        ),
        disabled_subscriptions: number,
      },
      { description: 'Paused connections and disabled endpoints. `conditions` contains the details.' },
    ),
    conditions: Type.Array(Type.Ref('Condition'), {
      description: 'The current problems of this workspace, the most severe first.',
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
              'For the step send_live_message, the newest live delivery that failed. Cancelled deliveries are ignored. null for other steps, or if a live message was sent.',
          }),
        ),
      }),
    ),
    source_id: orNull(number),
    test_key: orNull(Type.String({ description: 'A complete test key for code examples. null for viewers.' })),
    template: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      required: ['slug', 'variables'],
      properties: { slug: string, variables: Type.Array(string) },
    }),
    test: Type.Object({
      missing: orNull(
        Type.Enum(['source', 'template', 'key'], {
          type: 'string',
          description: 'The object that must be created before the request can be sent.',
        }),
      ),
      request: sample,
    }),
    live: Type.Object({
      missing: orNull(Type.Enum(['connection', 'key', 'template'], { type: 'string' })),
      source_id: orNull(number),
      channel: orNull(channel),
      key_hint: orNull(Type.String({ description: "The last characters of the source's newest live key." })),
      hint: orNull(
        Type.Enum(['your_address', 'shared_channel', 'registered_recipient'], {
          type: 'string',
          description: 'The change that the recipient in the request needs, so that the message reaches a person.',
        }),
      ),
      request: sample,
    }),
  }),
] satisfies TSchema[]
