// A body too large for the main thread: kept in blocks that a thread takes over without a copy, within a budget for all.
import type { Socket } from 'node:net'
import { bodyWork } from '../../limits.ts'

const BLOCK = 1024 * 1024

/** Memory that large bodies of this process may take together. */
export interface BodyMemory {
  /** False when the bytes do not fit. */
  take(bytes: number): boolean
  give(bytes: number): void
}

export function createBodyMemory(most: number = bodyWork.inMemory): BodyMemory {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > most) return false
      taken += bytes
      return true
    },
    give(bytes) {
      taken -= bytes
    },
  }
}

export interface LargeBody {
  /** Copies a chunk, so that no pause grows with the body. False when the memory for large bodies is used up. */
  add(chunk: Buffer): boolean
  /** The blocks in their order, to be transferred. */
  blocks(): Uint8Array<ArrayBuffer>[]
  /** All bytes in one piece. */
  joined(): Buffer
  /** Aborts when the client closes the connection. */
  clientGone: AbortSignal
  /** Marks the body as complete: from here on a thread or the route's handler holds its bytes. */
  handOver(): void
  /** Marks the end of the work on the body: the answer is being sent. */
  finishWork(): void
  /** Returns the body's memory to the budget. More calls change nothing. */
  release(): void
}

/**
 * Creates a body that returns its memory by itself when the client closes the connection, because such a request is never
 * answered. While a thread or a handler holds the bytes, their memory is in use and stays taken until that work ends.
 */
export function createLargeBody(memory: BodyMemory, socket: Socket): LargeBody {
  const client = new AbortController()
  let isHandedOver = false
  const full: Uint8Array<ArrayBuffer>[] = []
  let last = new Uint8Array(0)
  let used = 0
  let taken = 0

  const blocks = () => [...full, last.subarray(0, used)]
  const release = () => {
    socket.off('close', onClose)
    memory.give(taken)
    taken = 0
  }
  const onClose = () => {
    client.abort()
    if (!isHandedOver) release()
  }
  socket.once('close', onClose)
  return {
    clientGone: client.signal,
    handOver() {
      isHandedOver = true
    },
    finishWork() {
      isHandedOver = false
      if (socket.destroyed) release()
    },
    add(chunk) {
      let from = 0
      while (from < chunk.length) {
        if (used === last.length) {
          if (!memory.take(BLOCK)) return false
          taken += BLOCK
          if (used > 0) full.push(last)
          last = new Uint8Array(BLOCK)
          used = 0
        }
        const part = chunk.subarray(from, from + last.length - used)
        last.set(part, used)
        used += part.length
        from += part.length
      }
      return true
    },
    blocks,
    joined: () => Buffer.concat(blocks()),
    release,
  }
}
