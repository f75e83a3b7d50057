// Sends emails to a service, in a steady load or all at once, and remembers which were accepted.
import { post } from '../harness/installation.ts'
import type { Sending } from './mail-comparison.ts'

const SECOND = 1000
/** Number of messages in a request. */
const BATCH = 50
/** A message forbids duplicates if its number is a multiple of this. */
const NEVER_EVERY = 20

export interface Load {
  /** The times at which the messages were accepted, by address, in milliseconds of the monotonic clock. */
  accepted: Map<string, number>
  /** The addresses of messages that forbid duplicates. */
  never: Set<string>
  /** Sends this number of messages as fast as possible. */
  sendAll(count: number): Promise<void>
  /** Sends messages at a steady rate. A slow response does not delay the next request. */
  start(): void
  stop(): Promise<void>
}

/** Prepares a load. `rate` is the number of messages in a second of the steady load. */
export function createLoad({ address, site }: Sending, rate: number): Load {
  const accepted = new Map<string, number>()
  const never = new Set<string>()
  const requests = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let count = 0
  const sendBatch = async () => {
    const messages = Array.from({ length: BATCH }, () => {
      const email = `m${count++}@customer.example`
      if (count % NEVER_EVERY === 0) never.add(email)
      const recipient = { email, locale: 'it' }
      const message = { recipient, template: 'hello', vars: { name: email } }
      return never.has(email) ? { ...message, duplicates: 'never' } : message
    })
    const { status, body } = await post(address, site.liveKey, { messages }, '/send/batch')
    if (status !== 202) throw new Error(`the batch was refused: ${status} ${JSON.stringify(body)}`)
    const now = performance.now()
    for (const { recipient } of messages) accepted.set(recipient.email, now)
  }
  return {
    accepted,
    never,
    async sendAll(wanted) {
      await Promise.all(Array.from({ length: wanted / BATCH }, sendBatch))
    },
    start() {
      timer = setInterval(
        () => {
          const request = sendBatch().finally(() => requests.delete(request))
          requests.add(request)
        },
        (BATCH / rate) * SECOND,
      )
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(requests)
    },
  }
}
