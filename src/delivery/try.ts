// One try of one delivery: the provider is called within the try's budget, and whatever happens becomes an outcome.
import type { Outcome, SendCall } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { type SandboxReceipt, sandboxSend } from '../channels/sandbox.ts'
import { delivery } from '../limits.ts'
import type { ClaimedRow } from '../store/queue.ts'
import type { OpenConnection } from './connections.ts'

export interface TryResult {
  outcome: Outcome
  captured?: Record<string, unknown>
  receipts?: SandboxReceipt[]
}

/**
 * Sends `call` through the connection, or the sandbox for test keys. Never throws: an exception in a connector is
 * an ambiguous outcome, because the request may have left.
 */
export async function makeTry(
  row: ClaimedRow,
  call: Omit<SendCall, 'settings' | 'signal'>,
  connection: OpenConnection | undefined,
): Promise<TryResult> {
  const signal = AbortSignal.timeout(delivery.tryBudget)
  try {
    return await withinBudget(send(row, { ...call, signal }, connection), signal)
  } catch (error) {
    return {
      outcome: {
        class: 'ambiguous',
        reason: `sending broke off: ${(error as Error).message}`,
        remedy: 'Nothing; it is tried again.',
      },
    }
  }
}

async function send(
  row: ClaimedRow,
  call: Omit<SendCall, 'settings'>,
  connection: OpenConnection | undefined,
): Promise<TryResult> {
  const name = row.channel as ChannelName
  if (row.mode === 'test')
    return sandboxSend(name, { ...call, recipientEmail: row.recipient_email, attempt: row.tries + 1 })
  const { connector } = channelOf(name)
  if (!connection || !connector) {
    return {
      outcome: {
        class: 'permanent',
        code: 'no_connection',
        reason: `the source's ${name} connection was removed`,
        remedy: `Connect ${name} again and resend the message.`,
      },
    }
  }
  return { outcome: await connector.send({ ...call, settings: connection.settings }) }
}

/** A connector that ignores its signal must not hold a slot for ever. */
function withinBudget<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${delivery.tryBudget / 1000} seconds`)), {
      once: true,
    })
    work.then(resolve, reject)
  })
}
