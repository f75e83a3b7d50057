// Two mail servers for tests of failover: a primary that can fail in three ways, and a secondary that always works.
import { type FaultyMailServer, type Script, startFaultyMailServer } from './smtp-faults.ts'

export interface ReceivedMessage {
  /** The address of the recipient. */
  to: string
  /** The time in milliseconds of the monotonic clock. */
  at: number
}

export interface MailPair {
  primaryUrl: string
  secondaryUrl: string
  /** Returns the messages that the primary received completely, in their order. */
  atPrimary(): ReceivedMessage[]
  atSecondary(): ReceivedMessage[]
  /** Makes the primary refuse connections, or answer with this script. */
  fail(how: 'refuse' | Script): Promise<void>
  /** Makes the primary work again. Closes its open sessions. */
  recover(): Promise<void>
  stop(): Promise<void>
}

/** The ways in which the primary fails. */
export const faults = {
  'refuses connections': 'refuse',
  'closes the connection after it received the message': { end: 'drop' },
  'does not answer after it received the message': { end: 'hang' },
  'answers nothing': { greeting: 'hang', ehlo: 'hang', mail: 'hang', rcpt: 'hang', data: 'hang', end: 'hang' },
} satisfies Record<string, 'refuse' | Script>

export async function startMailPair(): Promise<MailPair> {
  let primary = await startFaultyMailServer({})
  const secondary = await startFaultyMailServer({})
  const { port } = primary
  /** The messages that the primary received before it was restarted. */
  const earlier: ReceivedMessage[] = []
  let isRunning = true
  const stopPrimary = async () => {
    if (isRunning) await primary.stop()
    isRunning = false
  }
  return {
    primaryUrl: signedIn(primary.url),
    secondaryUrl: signedIn(secondary.url),
    atPrimary: () => [...earlier, ...receivedBy(primary)],
    atSecondary: () => receivedBy(secondary),
    async fail(how) {
      if (how === 'refuse') await stopPrimary()
      else primary.setScript(how)
    },
    async recover() {
      if (isRunning) {
        primary.setScript({})
        primary.closeConnections()
        return
      }
      earlier.push(...receivedBy(primary))
      primary = await startFaultyMailServer({}, port)
      isRunning = true
    },
    stop: async () => {
      await Promise.all([stopPrimary(), secondary.stop()])
    },
  }
}

const signedIn = (url: string) => url.replace('smtp://', 'smtp://user:secret@')

function receivedBy({ messages, times }: FaultyMailServer): ReceivedMessage[] {
  return messages.map((message, index) => ({ to: addressOf(message), at: times[index] ?? 0 }))
}

function addressOf(message: string): string {
  const found = /^To: .*?<?([^\s<>]+@[^\s<>]+?)>?\r?$/m.exec(message)
  if (!found?.[1]) throw new Error(`the message has no recipient: ${message.slice(0, 500)}`)
  return found[1]
}

/** Returns the settings of an email connection to a server of the pair. */
export function mailSettings(url: string): { url: string; from: string } {
  return { url, from: 'Shop <hello@shop.example>' }
}
