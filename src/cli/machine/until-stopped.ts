// Runs the service until it is requested to stop, and then stops it.

export interface Run {
  /** Aborts when the service is requested to stop. This may happen during its start. */
  stopping: AbortSignal
  /** Stops the service, because it cannot continue. The error becomes the result of the run. */
  end(failure?: Error): void
}

export interface Stoppable {
  stop(): Promise<void>
}

/** Calls `onRequest` at SIGTERM and SIGINT. */
export function onStopSignals(onRequest: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onRequest)
}

/**
 * Starts the service. Returns the exit code when the service has stopped: 0 after a request to stop, and otherwise 1.
 * Throws the error of a failed start, or the error that ended the run. `onStop` registers a function that requests the
 * service to stop. A second request calls `abort`.
 */
export async function runUntilStopped(
  start: (run: Run) => Promise<Stoppable>,
  onStop: (request: () => void) => void,
  abort: () => void,
): Promise<number> {
  const stopping = new AbortController()
  let isEnding = false
  let running: Stoppable | undefined
  let failure: unknown
  let starting: Promise<void> | undefined
  const code = await new Promise<number>((resolve) => {
    const end = (code: number) => {
      isEnding = true
      resolve(code)
    }
    onStop(() => {
      if (isEnding) return abort()
      stopping.abort()
      end(0)
    })
    const fail = (error: unknown) => {
      if (error !== stopping.signal.reason) failure = error
      end(1)
    }
    starting = start({ stopping: stopping.signal, end: fail }).then((service) => {
      running = service
    }, fail)
  })
  // A request may arrive during the start. Then wait until the start has ended, and close everything that it opened.
  await starting
  await running?.stop()
  if (failure !== undefined) throw failure
  return code
}
