// Measures how many buffers each SQL statement reads, and reports the statements above a limit.
import type { Connection } from '../../src/store/database.ts'

/**
 * Returns a connection that first runs each statement with EXPLAIN ANALYZE. Calls `onExpensive` for each statement that
 * reads more than `most` buffers.
 */
export function measureBuffers(
  c: Connection,
  most: number,
  onExpensive: (statement: { buffers: number; text: string }) => void,
): Connection {
  return {
    async query({ text, values = [] }) {
      const plan = await c.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>({
        text: `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      })
      const { Plan } = plan.rows[0]!['QUERY PLAN'][0]!
      const buffers = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
      if (buffers > most) onExpensive({ buffers, text })
      return c.query({ text, values })
    },
  }
}
