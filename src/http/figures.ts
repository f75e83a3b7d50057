// Response schemas that the public API and the management API share: monthly usage and health.
import { Type } from 'typebox'

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
const count = Type.Object({ sent: Type.Integer(), failed: Type.Integer() })
const limited = { limit: nullable(Type.Integer()), used: Type.Integer(), remaining: nullable(Type.Integer()) }

/** The response of GET /v1/usage. */
export const usageShape = Type.Object(
  {
    workspace_id: Type.Integer(),
    period: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2030-01'] }),
    total_sent: Type.Integer(),
    total_failed: Type.Integer(),
    by_channel: Type.Record(Type.String(), count),
    quota: Type.Object(limited),
    plan_slug: Type.String(),
    plan_name: Type.String(),
    messages: Type.Object({
      ...limited,
      percentage: Type.Integer({
        minimum: 0,
        maximum: 100,
        description:
          'The used part of the limit in percent, rounded down. 100 only if the limit is used up. 0 if there is no limit.',
      }),
    }),
    whatsapp: Type.Object({ used: Type.Integer(), limit: nullable(Type.Integer()) }),
    period_start: Type.String({ format: 'date' }),
    period_end: Type.String({ format: 'date' }),
  },
  {
    $id: 'Usage',
    description:
      "Usage of the key's workspace in the calendar month (UTC). A limit of null means that the usage is unlimited.",
  },
)

/** The response of GET /v1/health. */
export const healthShape = Type.Object(
  {
    status: Type.Enum(['healthy', 'degraded'], { type: 'string' }),
    worker: Type.Enum(['active', 'stale'], { type: 'string' }),
    worker_last_activity: nullable(Type.String({ format: 'date-time' })),
    queue_depth: Type.Integer(),
    last_hour: Type.Object({
      sent: Type.Integer(),
      delivered: Type.Integer(),
      failed: Type.Integer({ description: 'Without cancelled messages.' }),
    }),
    timestamp: Type.String({ format: 'date-time' }),
  },
  { $id: 'Health', description: 'The state of the installation.' },
)
