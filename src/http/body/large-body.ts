// Collects the bytes of a body that is too large for the main thread. The bytes are stored in blocks that can be moved
// to another thread without a copy. All large bodies share one memory budget.
import type { Socket } from 'node:net'
import { bodyWork } from '../../limits.ts'

const BLOCK = 1024 * 1024

/** The memory budget that all large bodies of this process share. */
export interface BodyMemory {
  /** Reserves bytes of the budget. Returns false if not enough bytes are left. */
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
  /**
   * Copies a chunk into blocks of a fixed size, so that each copy takes the same short time for a body of any size.
   * Returns false if the memory budget is used up.
   */
  add(chunk: Buffer): boolean
  /** Returns the blocks in their order, to be moved to another thread. */
  blocks(): Uint8Array<ArrayBuffer>[]
  /** Returns all bytes in one buffer. */
  joined(): Buffer
  /** Aborts when the client closes the connection. */
  clientGone: AbortSignal
  /** Marks the body as complete. After this call, a thread or the route's handler uses the bytes. */
  handOver(): void
  /** Marks the end of the work on the body. Called when the response is sent. */
  finishWork(): void
  /** Returns the reserved memory to the budget. A second call has no effect. */
  release(): void
}

/**
 * Creates a large body. If the client closes the connection, the body returns its memory to the budget, because the
 * request will get no response. If a thread or a handler still uses the bytes, the memory is returned when that work
 * ends.
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
