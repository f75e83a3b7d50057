// The signed names of deliveries: the Message-ID of an email, and its return path. A bounce mail contains one of them.
import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Seal } from '../../lib/seal.ts'

const SIGNATURE = 20
/** The smallest number in the name of a test message. No delivery has such an id. */
const FIRST_TEST = 900_000_000_000_000
const TESTS = 99_999_999_999_999

/**
 * Returns the part of a Message-ID before the @. Its signature distinguishes this installation's message ids from those
 * of another installation with the same sender. The same text is in the return path of a connection with
 * `bounce_domain`.
 */
export function messageIdOf(seal: Seal, deliveryId: number): string {
  const signature = seal.mac(String(deliveryId), 'message-id').toString('hex').slice(0, SIGNATURE)
  return `${deliveryId}.${signature}`
}

/**
 * Returns a new Message-ID for a test message. The listener for bounce mails accepts its return path, because some mail
 * servers check the return path. No delivery has this id, so a bounce mail changes nothing.
 */
export function testMessageId(seal: Seal): string {
  return messageIdOf(seal, FIRST_TEST + randomInt(TESTS))
}

/** Finds the first name with a genuine signature, and returns the delivery id in this name. */
export function signedDeliveryIn(seal: Seal, names: readonly string[]): number | undefined {
  for (const name of names) {
    const [id = '', signature = ''] = name.split('.')
    if (/^\d{1,15}$/.test(id) && isGenuine(seal, Number(id), signature.toLowerCase())) return Number(id)
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
