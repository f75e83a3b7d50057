// A time limit for a piece of work.

/**
 * Runs `work` with a signal that aborts after `milliseconds`, or when `outer` aborts. The timer and the listener end
 * with the work. AbortSignal.any with AbortSignal.timeout would leave them to the garbage collector.
 */
export async function withDeadline<T>(
  outer: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, milliseconds)
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', abort)
  }
}
