// Replaces the receivers of channels with a receiver that reads inbound events as JSON and checks a fixed signature.

import type { InboundEvent, Receiver } from '../../src/channels/inbound.ts'
import { parseJsonBody } from '../../src/channels/inbound-bodies.ts'
import type { ChannelName } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'

export const VALID_SIGNATURE = { 'x-test-signature': 'genuine' }

/** Reads `[{kind, …}]` with times as ISO strings. Throws for the body `"explosive"`. */
const receiver: Receiver = {
  receipts: 'by_id_and_watermark',
  handshake: ({ challenge, word }) => (word === 'genuine' ? challenge : undefined),
  verifyHeaders: () => true,
  verify: ({ headers }) => headers['x-test-signature'] === 'genuine',
  parse: parseJsonBody,
  read(body) {
    if (body === 'explosive') throw new Error('the receiver failed')
    return (body as Record<string, unknown>[]).map((part) => {
      const moments = Object.fromEntries(
        ['at', 'upTo'].flatMap((name) => (name in part ? [[name, new Date(part[name] as string)]] : [])),
      )
      return { ...part, ...moments } as InboundEvent
    })
  },
}

/** Replaces the receiver of each channel. The returned function restores the original receivers. */
export function replaceReceivers(...names: ChannelName[]): () => void {
  const before = names.map((name) => providerOf(name).receiver)
  for (const name of names) providerOf(name).receiver = receiver
  return () => {
    for (const [index, name] of names.entries()) providerOf(name).receiver = before[index]
  }
}
