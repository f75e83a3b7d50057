// Checks the address of an email and collects its files, before a provider sends the email.
import { createTurns } from '../../lib/scheduling/turns.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome, SendCall } from '../contract.ts'
import { repeated } from '../remedies.ts'
import { type EmailFile, gatherFiles } from './attachments.ts'
import { releasedFrom } from './release.ts'

/** Maximum number of emails with files that the process has in memory at the same time. */
const WITH_FILES = 8
const turns = createTurns(WITH_FILES)

export interface FileTimes {
  /** The name of the provider in outcomes. */
  provider: string
  /** Aborts when the wait for a turn takes too long. */
  queue: AbortSignal
  /** Aborts when the attempt takes too long. */
  whole: AbortSignal
  /** Maximum time in milliseconds to fetch all files. */
  fetching: number
}

/**
 * Calls `send` with the files of the email. If the address is not valid or a file is not available, returns the outcome
 * of the attempt instead. The turn also ends when another connection can take the messages of this connection.
 * Otherwise, calls without an answer would delay the messages of all other connections.
 */
export async function withFiles(
  {
    message,
    allowPrivateNetwork,
    now,
    released,
  }: Pick<SendCall, 'message' | 'allowPrivateNetwork' | 'now' | 'released'>,
  { provider, queue, whole, fetching }: FileTimes,
  send: (files: EmailFile[]) => Promise<Outcome>,
): Promise<Outcome> {
  if (!ONE_ADDRESS.test(message.address)) return NO_ADDRESS
  if (message.attachments.length === 0 && !message.media) return send([])
  const endTurn = await turns.take(queue).catch(() => null)
  if (!endTurn) return released?.aborted ? releasedFrom(provider) : noTurn(now)
  released?.addEventListener('abort', endTurn, { once: true })
  try {
    const gathered = await gatherFiles(message, { allowPrivateNetwork, signal: whole, timeoutMs: fetching })
    if (released?.aborted) return releasedFrom(provider)
    return 'outcome' in gathered ? gathered.outcome : await send(gathered.files)
  } finally {
    released?.removeEventListener('abort', endTurn)
    endTurn()
  }
}

/** Matches one email address. Characters that have a meaning in an SMTP envelope or a header are not permitted. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>(),;:"\\[\]@]+@[^\s\p{Cc}<>(),;:"\\[\]@]+$/u

const NO_ADDRESS: Outcome = {
  class: 'permanent',
  code: 'address_refused',
  reason: 'the address is not a valid email address',
  remedies: { final: 'Correct the address of the recipient, and resend the message.' },
}

function noTurn(now: Date): Outcome {
  return {
    class: 'throttled',
    until: new Date(now.getTime() + 5 * SECOND),
    scope: 'recipient',
    reason: `${WITH_FILES} other messages with files were being sent until the time limit of this message`,
    remedies: repeated('Send fewer messages with files at a time.'),
  }
}
