// The signed names of deliveries: the Message-ID of an email, and its return path. A bounce mail contains one of them.
import { timingSafeEqual } from 'node:crypto'
import type { Seal } from '../lib/seal.ts'

const SIGNATURE = 20

/**
 * Returns the part of a Message-ID before the @. Its signature distinguishes this installation's message ids from those
 * of another installation with the same sender. The same text is in the return path of a connection with
 * `bounce_domain`.
 */
export function messageIdOf(seal: Seal, deliveryId: number): string {
  const signature = seal.mac(String(deliveryId), 'message-id').toString('hex').slice(0, SIGNATURE)
  return `${deliveryId}.${signature}`
}

/** Returns the id of the first delivery that is named in the texts with a genuine signature. */
export function signedDeliveryIn(seal: Seal, texts: readonly string[]): number | undefined {
  for (const text of texts) {
    for (const [, id = '', signature = ''] of text.matchAll(/(?<!\d)(\d{1,15})\.([0-9a-f]{20})@/gi)) {
      if (isGenuine(seal, Number(id), signature.toLowerCase())) return Number(id)
    }
  }
  return undefined
}

/** Compares in constant time. */
function isGenuine(seal: Seal, id: number, signature: string): boolean {
  const given = Buffer.from(`${id}.${signature}`)
  return [seal, ...seal.others].some((key) => {
    const ours = Buffer.from(messageIdOf(key, id))
    return given.length === ours.length && timingSafeEqual(given, ours)
  })
}
