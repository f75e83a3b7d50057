// The simulated provider behind test keys. It sends no message. It accepts every message, except messages to some magic
// addresses.
import { setTimeout as pause } from 'node:timers/promises'
import { later } from '../../lib/clock.ts'
import type { Outcome, OutgoingMessage, SendCall } from '../contract.ts'
import { type ChannelName, channelOf } from '../index.ts'
import { repeated, unknownOutcome } from '../remedies.ts'
import { type MagicWord, magicWordOf } from './magic-addresses.ts'

/**
 * Times in milliseconds. `slow` is the delay of an attempt to the `slow` address. `throttle` is the pause after an
 * attempt to the `throttled` address.
 */
const sandboxTimes = { slow: 5000, throttle: 30_000 } as const

export interface SandboxReceipt {
  status: 'delivered' | 'read' | 'failed'
  reason?: string
  code?: string
}

export interface SandboxResult {
  outcome: Outcome
  /** The message as the channel shows it, for the test inbox. Present if the sandbox accepted the message. */
  captured?: Record<string, unknown>
  /** The receipts that a real provider would report later, in order. */
  receipts?: SandboxReceipt[]
}

export interface SandboxCall extends Omit<SendCall, 'settings'> {
  recipientEmail: string | null
  /** The number of this attempt, from 1. Throttled attempts are not counted. */
  attempt: number
}

/** Waits. Rejects if the signal aborts during the wait. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>

/** Makes one attempt in the sandbox. The caller settles the attempt, and then applies the receipts. */
export async function sandboxSend(
  channel: ChannelName,
  call: SandboxCall,
  wait: Wait = (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
): Promise<SandboxResult> {
  const word = magicWordOf(call.message.address, call.recipientEmail)
  const refused = refusal(word, call)
  if (refused) return { outcome: refused }
  if (word === 'slow') {
    try {
      await wait(sandboxTimes.slow, call.signal)
    } catch {
      return { outcome: lost('The attempt reached its time limit before the sandbox answered.') }
    }
  }
  const receipts = receiptsOf(word)
  return {
    outcome: {
      class: 'sent',
      externalId: `sandbox-${call.message.deliveryId}-${call.attempt}`,
      providerStatus: '200',
      response: 'The sandbox accepted the message.',
    },
    captured: await capturedFor(channel, call.message),
    ...(receipts.length > 0 ? { receipts } : {}),
  }
}

function refusal(word: MagicWord | undefined, call: SandboxCall): Outcome | undefined {
  switch (word) {
    case 'bounce':
      return {
        class: 'recipient_gone',
        providerStatus: '404',
        code: 'sandbox_bounce',
        reason: 'The address no longer exists (simulated by the sandbox).',
        remedies: { final: 'Use another address: the sandbox simulates a bounce for this address.' },
      }
    case 'blocked':
      return {
        class: 'permanent',
        providerStatus: '403',
        code: 'sandbox_blocked',
        reason: 'The recipient blocked the sender (simulated by the sandbox).',
        remedies: { final: 'Use another address: the sandbox simulates a blocked sender for this address.' },
      }
    case 'throttled':
      return call.progress.throttled === true
        ? undefined
        : {
            class: 'throttled',
            progress: { throttled: true },
            until: later(call.now, sandboxTimes.throttle),
            scope: 'recipient',
            providerStatus: '429',
            code: 'sandbox_throttled',
            reason: 'The provider throttles the messages (simulated once by the sandbox).',
            remedies: repeated('Send fewer messages at a time.'),
          }
    case 'timeout':
      return lost('The provider did not answer the request (simulated by the sandbox).')
    case 'unavailable':
      return unavailable()
    case 'flaky':
      return call.attempt > 1 ? undefined : unavailable()
    default:
      return undefined
  }
}

function lost(reason: string): Outcome {
  return {
    class: 'ambiguous',
    code: 'sandbox_timeout',
    reason,
    remedies: unknownOutcome,
  }
}

function unavailable(): Outcome {
  return {
    class: 'retryable',
    providerStatus: '503',
    code: 'sandbox_unavailable',
    reason: 'The provider is unavailable (simulated by the sandbox).',
    remedies: {
      pending: null,
      final: 'Use another address: the sandbox simulates an unavailable provider for this address.',
    },
  }
}

function receiptsOf(word: MagicWord | undefined): SandboxReceipt[] {
  switch (word) {
    case 'delivered':
      return [{ status: 'delivered' }]
    case 'read':
      return [{ status: 'delivered' }, { status: 'read' }]
    case 'rejected-later':
      return [
        {
          status: 'failed',
          reason: 'The provider accepted the message and rejected it later (simulated by the sandbox).',
          code: 'sandbox_rejected',
        },
      ]
    default:
      return []
  }
}

/** Returns the message for the test inbox. If it has sensitive variables, also returns it with masked values. */
async function capturedFor(channel: ChannelName, message: OutgoingMessage): Promise<Record<string, unknown>> {
  const { masked, subject: _subject, body: _body, own: _own, ...rest } = message
  const captured = await renderForChannel(channel, message)
  return masked ? { ...captured, masked: await renderForChannel(channel, { ...rest, ...masked }) } : captured
}

/** Returns the message as the channel shows it, for the test inbox and previews. */
export async function renderForChannel(
  channel: ChannelName,
  message: OutgoingMessage,
): Promise<Record<string, unknown>> {
  return {
    ...capture(channel, message),
    ...(await channelOf(channel).shown?.(message)),
  }
}

function capture(channel: ChannelName, message: OutgoingMessage): Record<string, unknown> {
  return {
    channel,
    address: message.address,
    recipient_name: message.recipientName,
    priority: message.priority,
    ...(message.subject === undefined ? {} : { subject: message.subject }),
    body: message.body,
    ...(message.own === undefined ? {} : { own: message.own }),
    ...(message.preferencesUrl === undefined ? {} : { preferences_url: message.preferencesUrl }),
    actions: message.actions.map(({ slug, label, url }) => ({ slug, label, url })),
    ...(message.media === undefined ? {} : { media: message.media }),
    attachments: message.attachments.map(({ filename, mime_type, url, size }) => ({
      filename,
      ...(mime_type === undefined ? {} : { mime_type }),
      ...(url === undefined ? {} : { url }),
      ...(size === undefined ? {} : { size }),
    })),
  }
}
