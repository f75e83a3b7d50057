// Functions for commands that run until a signal stops them. They handle the signal, and outages of the service.
import { ApiRefusal, ServiceUnreachable } from './api.ts'
import type { Call } from './command.ts'

/** Returns a signal that aborts at the first SIGINT or SIGTERM. */
export function stopOnSignals(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  return stopping.signal
}

/**
 * Returns a function that calls `read` and returns its result. While the service is unreachable, the function returns
 * undefined. It prints one message when an outage begins, and one when the outage ends.
 */
export function tolerateOutages({ out }: Call): <T>(read: () => Promise<T>) => Promise<T | undefined> {
  let isUnreachable = false
  return async (read) => {
    try {
      const result = await read()
      if (isUnreachable) out.note('The service answers again.')
      isUnreachable = false
      return result
    } catch (error) {
      const isTemporary = error instanceof ServiceUnreachable || (error instanceof ApiRefusal && error.status >= 500)
      if (!isTemporary) throw error
      if (!isUnreachable) out.note(`${error.message.split('\n')[0]} Retrying.`)
      isUnreachable = true
      return undefined
    }
  }
}
