// The figures that both APIs answer: a month's usage, and the health of the installation.
import { Type } from 'typebox'

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
const count = Type.Object({ sent: Type.Integer(), failed: Type.Integer() })
const limited = { limit: nullable(Type.Integer()), used: Type.Integer(), remaining: nullable(Type.Integer()) }

export const usageResponse = Type.Object(
  {
    workspace_id: Type.Integer(),
    period: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
    total_sent: Type.Integer(),
    total_failed: Type.Integer(),
    by_channel: Type.Record(Type.String(), count),
    quota: Type.Object(limited),
    plan_slug: Type.String(),
    plan_name: Type.String(),
    messages: Type.Object({ ...limited, percentage: Type.Integer() }),
    whatsapp: Type.Object({ used: Type.Integer(), limit: nullable(Type.Integer()) }),
    period_start: Type.String({ format: 'date' }),
    period_end: Type.String({ format: 'date' }),
  },
  { description: "The calendar month's usage (UTC) of the key's workspace; null means unlimited." },
)

export const healthResponse = Type.Object({
  status: Type.Enum(['healthy', 'degraded'], { type: 'string' }),
  worker: Type.Enum(['active', 'stale'], { type: 'string' }),
  worker_last_activity: nullable(Type.String({ format: 'date-time' })),
  queue_depth: Type.Integer(),
  last_hour: Type.Object({ sent: Type.Integer(), delivered: Type.Integer(), failed: Type.Integer() }),
  timestamp: Type.String({ format: 'date-time' }),
})
