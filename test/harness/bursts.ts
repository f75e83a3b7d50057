// Bursts of send requests through several processes. A fifth of the requests repeat the idempotency key of another request.
import { byKey } from '../../src/lib/by-key.ts'
import type { Connection } from '../../src/store/database.ts'

/** The answer to a request of a burst. */
export interface BurstAnswer {
  key: string
  status: number
  error?: string | undefined
  id?: number | undefined
  /** Whether the message was charged to credits. */
  isOverage: boolean
}

/** Returns the parts of an answer that the checks of a burst compare. */
export function burstAnswer(
  key: string,
  { status, body }: { status: number; body: Record<string, unknown> },
): BurstAnswer {
  return {
    key,
    status,
    error: typeof body.error === 'string' ? body.error : undefined,
    id: typeof body.delivery_id === 'number' ? body.delivery_id : undefined,
    isOverage: body.overage !== undefined && body.overage !== null,
  }
}

export interface BurstOptions {
  processes: number
  /** The number of requests of each process. */
  sends: number
  /** The number of requests of each process that run at the same time. */
  clients: number
  /** Sends the request through the process. Rejects if there is no answer. */
  send: (process: number, key: string) => Promise<BurstAnswer>
  /** Called after each answer, with the number of answers. */
  onAnswer?: (answered: number) => void
}

/** One of this number of requests repeats the key of another request. */
const REPEATS = 5

/** Returns the number of different idempotency keys of a burst. */
export function keysOfBurst({ processes, sends }: Pick<BurstOptions, 'processes' | 'sends'>): number {
  return processes * (sends - Math.floor(sends / REPEATS))
}

/**
 * Sends a burst and returns all answers. Every fifth request has the key of another request, which is sent through the
 * next process at about the same time. If a request has no answer or is answered with 503, the client repeats it through
 * the next process.
 */
export async function sendBurst({
  processes,
  sends,
  clients,
  send,
  onAnswer = () => {},
}: BurstOptions): Promise<BurstAnswer[]> {
  const answers: BurstAnswer[] = []
  const answerTo = async (process: number, key: string): Promise<BurstAnswer> => {
    for (let through = process; through < process + 20 * processes; through++) {
      const answer = await send(through % processes, key).catch(() => undefined)
      if (answer !== undefined && answer.status !== 503) return answer
    }
    throw new Error(`no process answers to ${key}`)
  }
  const sendAll = async (process: number) => {
    let next = 0
    const client = async () => {
      while (next < sends) {
        const index = next++
        const isRepeat = index % REPEATS === REPEATS - 1
        const owner = isRepeat ? (process + 1) % processes : process
        answers.push(await answerTo(process, `p${owner}-${isRepeat ? index - 1 : index}`))
        onAnswer(answers.length)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
  }
  await Promise.all(Array.from({ length: processes }, (_, process) => sendAll(process)))
  return answers
}

/** The messages and the counters of a workspace. */
export interface Counts {
  messages: number
  /** The messages that were charged to the month's quota. */
  charged: number
  /** The sum of the overage charges. */
  credits: number
  /** The requests of the live API key in its hour. */
  counted: number
}

export async function readCounts(c: Connection, workspace: number): Promise<Counts> {
  const { rows } = await c.query<Record<keyof Counts, number>>({
    text: `select (select count(*)::int from deliveries where workspace_id = $1) as messages,
             (select coalesce(sum(quota_used), 0)::int from usage_periods where workspace_id = $1) as charged,
             (select coalesce(-sum(amount), 0)::int from credit_entries where workspace_id = $1 and kind = 'overage') as credits,
             (select max(window_count)::int from keys where workspace_id = $1 and mode = 'live' and kind = 'api') as counted`,
    values: [workspace],
  })
  const [counts] = rows
  if (counts === undefined) throw new Error('the statement returned no row')
  return counts
}

/**
 * Returns the keys whose answers contradict each other. The answers to a key name one delivery. At most one of them is
 * 202, and all others are replays (200) or refusals (429). Without an accepted or replayed request, all are refusals.
 */
export function contradictions(answers: BurstAnswer[]): BurstAnswer[][] {
  return [...byKey(answers, ({ key }) => key).values()].filter((group) => {
    const ids = new Set(group.flatMap(({ id }) => id ?? []))
    const accepted = group.filter(({ status }) => status === 202)
    const isKnown = group.every(({ status }) => [200, 202, 429].includes(status))
    return !isKnown || ids.size > 1 || accepted.length > 1
  })
}

export function countStatus(answers: BurstAnswer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length
}
