// What statements cost: those that read more buffers than they may are kept with what they read.
import type { Connection } from '../../src/store/database.ts'

/** The same connection, where each statement runs under EXPLAIN first; `dear` hears of those that read more than `most` buffers. */
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
