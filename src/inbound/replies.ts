// Sends replies in the background: replies to button presses, and answers to opt-out words.
import { pause } from '../lib/scheduling/pause.ts'
import { HOUR, SECOND } from '../limits.ts'

export interface Replies {
  /** Sends a reply in the background. After three failed attempts, the reply is discarded. */
  send(reply: Reply): void
  /**
   * Like `send`, but discards the reply if this address got several replies in the last hour. Such a reply is a message,
   * which costs money, and the sender may be a program.
   */
  sendMessage(reply: Reply & { address: string }, now: Date): void
  stop(): Promise<void>
}

export interface Reply {
  connectionId: number
  /** Makes one attempt. Returns false if the attempt failed and a later attempt may succeed. */
  attempt: (signal: AbortSignal) => Promise<boolean>
}

/**
 * Maximum number of simultaneous replies through one connection. Without a limit, a provider that does not respond
 * could use all sockets.
 */
const MOST_AT_ONCE = 100
/**
 * Milliseconds before the second and the third attempt. There is no fourth attempt, because a reply after such a long
 * time would not help the person.
 */
const RETRY_DELAYS = [SECOND, 4 * SECOND]
/** Maximum number of milliseconds for one attempt, including all its calls to the provider. */
const ATTEMPT_TIMEOUT = 10 * SECOND
/** When the service stops, open calls to providers have this number of milliseconds to end. */
const STOP_TIMEOUT = 2 * SECOND
/** Maximum number of replies by message to one address in an hour, for each process. */
const MOST_MESSAGES = 3
/** Above this number of addresses, the counts start again, so that they use a limited amount of memory. */
const MOST_ADDRESSES = 10_000

export function createReplies(onError: (error: unknown) => void): Replies {
  const stopping = new AbortController()
  const stopped = new AbortController()
  const pending = new Set<Promise<void>>()
  const atOnce = new Map<number, number>()
  const mayMessage = createMessageLimit()

  const sendWithRetries = async ({ attempt }: Reply) => {
    for (const wait of [0, ...RETRY_DELAYS]) {
      await pause(wait, stopping.signal)
      if (stopping.signal.aborted) return
      if (await attempt(AbortSignal.any([stopped.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT)]))) return
    }
  }

  const leave = (connectionId: number) => {
    const left = (atOnce.get(connectionId) ?? 1) - 1
    if (left === 0) atOnce.delete(connectionId)
    else atOnce.set(connectionId, left)
  }

  const send = (reply: Reply) => {
    const { connectionId } = reply
    const others = atOnce.get(connectionId) ?? 0
    if (others >= MOST_AT_ONCE) return
    atOnce.set(connectionId, others + 1)
    const sending = sendWithRetries(reply)
      .catch(onError)
      .finally(() => {
        pending.delete(sending)
        leave(connectionId)
      })
    pending.add(sending)
  }

  return {
    send,
    sendMessage(reply, now) {
      if (mayMessage(`${reply.connectionId}/${reply.address}`, now.getTime())) send(reply)
    },
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => stopped.abort(), STOP_TIMEOUT)
      await Promise.all(pending)
      clearTimeout(timer)
    },
  }
}

/** Returns a function that counts a reply to an address. It returns false if the address got too many replies. */
function createMessageLimit(): (address: string, now: number) => boolean {
  const sent = new Map<string, number[]>()
  return (address, now) => {
    if (sent.size >= MOST_ADDRESSES) sent.clear()
    const recent = (sent.get(address) ?? []).filter((at) => at > now - HOUR)
    if (recent.length >= MOST_MESSAGES) return false
    sent.set(address, [...recent, now])
    return true
  }
}
