// The link of a child process to its parent.
import cluster from 'node:cluster'
import type { ReadSamples, ShareMetrics } from '../http/metrics.ts'
import { type Assignment, type FromChild, isToChild } from './messages.ts'

export interface ParentLink {
  assignment: Assignment
  /** Calls `stop` when the parent requests it, when the parent has ended, or at SIGTERM. */
  onStop(stop: () => void): void
  /** Whether the parent started another process in place of this one. */
  isReplaced(): boolean
  shareMetrics: ShareMetrics
  /** Resolves when the message is sent. Does nothing if the parent has ended. */
  send(message: FromChild): Promise<void>
  /** Sends the last metrics and closes the link, so that this process can end. */
  close(): Promise<void>
}

/** Opens the link. Call it once, before the parent can send a message. */
export function openLink(): ParentLink {
  // Without this flag, Node ends a child process immediately when its parent ends. The child completes its work first.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  const assignment: Assignment = JSON.parse(process.argv[2] ?? '')
  const totals = new Map<number, (text: string) => void>()
  const stopRequested = new AbortController()
  let lastId = 0
  let isReplaced = false
  let readSamples: ReadSamples = async () => []

  const send: ParentLink['send'] = (message) =>
    new Promise((resolve) => {
      if (process.send === undefined || !process.connected) return resolve()
      process.send(message, undefined, {}, () => resolve())
    })
  const onMessage = (message: unknown) => {
    if (!isToChild(message)) return
    if (message.kind === 'stop') {
      isReplaced = message.isReplaced
      stopRequested.abort()
    } else if (message.kind === 'totals') {
      totals.get(message.id)?.(message.text)
      totals.delete(message.id)
    } else
      void readSamples(message.withInstallation).then((samples) => send({ kind: 'samples', id: message.id, samples }))
  }
  process.on('message', onMessage)
  process.once('disconnect', () => stopRequested.abort())
  process.on('SIGTERM', () => stopRequested.abort())
  // A terminal sends these signals to all processes of the command. The parent handles them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

  return {
    assignment,
    onStop(stop) {
      if (stopRequested.signal.aborted) stop()
      else stopRequested.signal.addEventListener('abort', stop, { once: true })
    },
    isReplaced: () => isReplaced,
    shareMetrics(read) {
      readSamples = read
      return () =>
        new Promise((resolve) => {
          const id = ++lastId
          totals.set(id, resolve)
          void send({ kind: 'read-totals', id })
        })
    },
    send,
    async close() {
      await send({ kind: 'samples', samples: await readSamples(false) })
      if (process.connected) process.disconnect()
    },
  }
}
