// Makes one attempt of a delivery. Calls the provider within a time budget and returns an outcome. Never throws.
import type { Outcome, SendCall } from '../channels/contract.ts'
import { channelOf } from '../channels/index.ts'
import { settingsFix, unknownOutcome } from '../channels/remedies.ts'
import { type SandboxReceipt, sandboxSend } from '../channels/sandbox/sandbox.ts'
import type { OpenPart } from '../connections/chosen.ts'
import { unreadableSecrets } from '../connections/secrets.ts'
import { inSpan } from '../lib/trace.ts'
import { delivery, SECOND } from '../limits.ts'
import { meters } from '../meters.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { sensitiveValues, withoutRepeatedValues } from './echoes.ts'

export interface AttemptResult {
  outcome: Outcome
  captured?: Record<string, unknown>
  receipts?: SandboxReceipt[]
}

/**
 * Milliseconds between the abort of the call's signal and the end of the budget. In this time the call can return the
 * steps that it has finished.
 */
const ABORT_MARGIN = SECOND

/**
 * Sends `call` within `budget` milliseconds through the connection, or through the sandbox for test keys. Never throws:
 * an exception in the code of a provider becomes an ambiguous outcome, because the request may have been sent.
 */
export async function makeAttempt(
  row: ClaimedRow,
  call: Omit<SendCall, 'settings' | 'signal'>,
  connection: Pick<OpenPart, 'chosen'> | undefined,
  budget: number = delivery.attemptBudget,
): Promise<AttemptResult> {
  const began = performance.now()
  const attributes = {
    'carillon.delivery_id': row.id,
    'carillon.channel': row.channel,
    'carillon.attempt': row.claim_version,
  }
  return inSpan('carillon.try', row.trace, attributes, async (span) => {
    const result = await sendWithin(row, call, connection, budget)
    const outcome = withoutRepeatedValues(result.outcome, sensitiveValues(call.message))
    span?.setAttribute('carillon.outcome', outcome.class)
    meters.attemptSeconds.observe({ channel: row.channel }, (performance.now() - began) / SECOND)
    return { ...result, outcome }
  })
}

function sendWithin(
  row: ClaimedRow,
  call: Omit<SendCall, 'settings' | 'signal'>,
  connection: Pick<OpenPart, 'chosen'> | undefined,
  budget: number,
): Promise<AttemptResult> {
  return new Promise((resolve) => {
    const aborting = new AbortController()
    const end = (result: AttemptResult) => {
      clearTimeout(timer)
      resolve(result)
    }
    const endWithError = (error: Error) =>
      end({
        outcome: {
          class: 'ambiguous',
          reason: `the attempt ended with an error: ${error.message}`,
          remedies: unknownOutcome,
        },
      })
    let timer = setTimeout(() => {
      const error = new Error(`no answer within ${Math.round(budget / SECOND)} seconds`)
      aborting.abort(error)
      // A call that ignores the abort signal must not occupy its worker slot forever.
      timer = setTimeout(endWithError, ABORT_MARGIN, error)
    }, budget - ABORT_MARGIN)
    send(row, { ...call, signal: aborting.signal }, connection).then(end, endWithError)
  })
}

async function send(
  row: ClaimedRow,
  call: Omit<SendCall, 'settings'>,
  connection: Pick<OpenPart, 'chosen'> | undefined,
): Promise<AttemptResult> {
  const name = row.channel
  if (row.mode === 'test')
    return sandboxSend(name, { ...call, recipientEmail: row.recipient_email, attempt: row.attempts_made + 1 })
  const { title } = channelOf(name)
  if (!connection) {
    return {
      outcome: {
        class: 'permanent',
        code: 'no_connection',
        reason: `the source's ${title} connection was removed`,
        remedies: { final: `Connect ${title} again, and resend the message.` },
      },
    }
  }
  if (!connection.chosen) {
    return {
      outcome: {
        class: 'misconfigured',
        code: 'unreadable_secrets',
        reason: unreadableSecrets.reason,
        remedies: settingsFix(unreadableSecrets.remedy),
      },
    }
  }
  const { provider, settings } = connection.chosen
  return { outcome: await provider.send({ ...call, settings }) }
}
