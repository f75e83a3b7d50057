// What commands that stay have in common: they end by a signal, and are patient with a service that is away.
import { ApiRefusal, ServiceAway } from './api.ts'
import type { Call } from './command.ts'

/** Aborts at the first SIGINT or SIGTERM. */
export function stopOnSignals(): AbortSignal {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  return ended.signal
}

/** Answers what `read` answers, or undefined while the service is away; that it went and came back is said once. */
export function patience({ out }: Call): <T>(read: () => Promise<T>) => Promise<T | undefined> {
  let away = false
  return async (read) => {
    try {
      const seen = await read()
      if (away) out.note('The service is back.')
      away = false
      return seen
    } catch (error) {
      const passes = error instanceof ServiceAway || (error instanceof ApiRefusal && error.status >= 500)
      if (!passes) throw error
      if (!away) out.note(`${error.message.split('\n')[0]} Asking again.`)
      away = true
      return undefined
    }
  }
}
