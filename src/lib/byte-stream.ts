// A readable stream of bytes that are already in memory.
import { Readable } from 'node:stream'

const PIECE = 64 * 1024

/**
 * Returns a stream of the bytes in pieces. Calls `onRead(false)` before each piece, and `onRead(true)` before the end.
 */
export function streamOf(bytes: Buffer, onRead: (isEnd: boolean) => void): Readable {
  let at = 0
  return new Readable({
    read() {
      const isEnd = at >= bytes.length
      onRead(isEnd)
      this.push(isEnd ? null : bytes.subarray(at, at + PIECE))
      at += PIECE
    },
  })
}
