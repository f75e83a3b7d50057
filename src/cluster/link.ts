// The link of a child process to its parent.
import cluster from 'node:cluster'
import { type Refusal, Refused } from '../errors.ts'
import type { ReadSamples, ShareMetrics } from '../http/metrics.ts'
import { ANSWER_WITHIN, type Assignment, type FromChild, isToChild } from './messages.ts'

export interface ParentLink {
  assignment: Assignment
  /**
   * Calls `stop` when the parent requests it, when the parent has ended, or at SIGTERM. Calls it again at a second
   * SIGTERM.
   */
  onStop(stop: () => void): void
  /** Whether the parent started another process in place of this one. */
  isReplaced(): boolean
  shareMetrics: ShareMetrics
  /** Resolves when the message is sent. Does nothing if the parent has ended. */
  send(message: FromChild): Promise<void>
  /** Sends the last metrics and closes the link, so that this process can end. */
  close(): Promise<void>
}

/**
 * Milliseconds in which the parent must return the metrics of all processes. The parent itself waits for ANSWER_WITHIN
 * for a process that hangs.
 */
const TOTALS_WITHIN = 2 * ANSWER_WITHIN

/** Opens the link. Call it once, before the parent can send a message. */
export function openLink(): ParentLink {
  // Without this flag, Node ends a child process immediately when its parent ends. The child completes its work first.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  // Node's own messages fail while the parent ends. The event `disconnect` follows.
  cluster.worker?.on('error', () => {})
  const assignment: Assignment = JSON.parse(process.argv[2] ?? '')
  const stops = createStops()
  const scrapes = createScrapes()
  let isReplaced = false
  let isReady = false
  let readSamples: ReadSamples = async () => []

  const send: ParentLink['send'] = (message) =>
    new Promise((resolve) => {
      if (message.kind === 'ready') isReady = true
      if (process.send === undefined || !process.connected) return resolve()
      process.send(message, undefined, {}, () => resolve())
    })
  const onMessage = (message: unknown) => {
    if (!isToChild(message)) return
    if (message.kind === 'stop') {
      isReplaced = message.isReplaced
      stops.request()
    } else if (message.kind === 'totals') scrapes.answer(message.id, message.text)
    else
      void readSamples(message.withInstallation).then((samples) => send({ kind: 'samples', id: message.id, samples }))
  }
  process.on('message', onMessage)
  process.once('disconnect', () => {
    // Only the parent can give a process its port, so the start of this process would never end.
    if (!isReady) process.exit(process.exitCode ?? 1)
    scrapes.end()
    stops.request()
  })
  process.on('SIGTERM', stops.onSignal)
  // A terminal sends these signals to all processes of the command. The parent handles them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

  return {
    assignment,
    onStop: stops.onStop,
    isReplaced: () => isReplaced,
    shareMetrics(read) {
      readSamples = read
      return () => scrapes.begin((id) => void send({ kind: 'read-totals', id }))
    },
    send,
    async close() {
      await send({ kind: 'samples', samples: await readSamples(false) })
      if (process.connected) process.disconnect()
    },
  }
}

/** Requests to stop. They may arrive before the service has registered its function. */
function createStops() {
  let isRequested = false
  let hadSignal = false
  let stop = () => {}
  const request = () => {
    if (isRequested) return
    isRequested = true
    stop()
  }
  return {
    request,
    /**
     * Handles SIGTERM. A supervisor sends the signal to the parent too, so the first signal may repeat the request of
     * the parent.
     */
    onSignal() {
      if (hadSignal) stop()
      else request()
      hadSignal = true
    },
    onStop(registered: () => void) {
      stop = registered
      if (isRequested) stop()
    },
  }
}

/** Scrapes that wait for the metrics of all processes. */
function createScrapes() {
  const waiting = new Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const refuse = (id: number) => waiting.get(id)?.reject(new Refused(noTotals))
  return {
    /** Calls `request` with the id of the scrape. Rejects if the parent does not answer in time. */
    async begin(request: (id: number) => void): Promise<string> {
      const id = ++lastId
      const timer = setTimeout(refuse, TOTALS_WITHIN, id)
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          if (process.connected) request(id)
          else refuse(id)
        })
      } finally {
        clearTimeout(timer)
        waiting.delete(id)
      }
    },
    answer: (id: number, text: string) => waiting.get(id)?.resolve(text),
    /** Refuses all scrapes, because the parent has ended. */
    end() {
      for (const id of waiting.keys()) refuse(id)
    },
  }
}

const noTotals: Refusal = {
  code: 'unavailable',
  message: 'The parent process does not return the metrics of all processes. Try again in a few seconds.',
  retryAfter: 5,
}
