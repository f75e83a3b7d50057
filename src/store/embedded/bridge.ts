// A stream that pg takes for a socket: its bytes go to PGlite's thread and back.
import { Duplex } from 'node:stream'
import type { Thread } from './thread.ts'

const TERMINATE = 'X'.charCodeAt(0)
const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** A simple Query message. */
function queryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.write('Q')
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}

/** A new "connection": PGlite's one session, cleaned of what the previous client left in it. */
export function openStream(thread: Thread): Duplex {
  let started = false

  const serve = async (bytes: Buffer) => {
    if (!started) {
      // The start-up message: PGlite is past that. A client that was dropped may have left a transaction open.
      started = true
      await thread.exchange(queryMessage('rollback'))
      await thread.exchange(queryMessage('discard all'))
      stream.push(Buffer.concat([AUTHENTICATION_OK, READY_FOR_QUERY]))
    } else if (bytes[0] === TERMINATE) {
      stream.push(null)
    } else {
      stream.push(await thread.exchange(bytes))
    }
  }

  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      serve(chunk).then(() => done(), done)
    },
    writev(chunks, done) {
      serve(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer))).then(() => done(), done)
    },
    final(done) {
      stream.push(null)
      done()
    },
  })
  // What pg expects of a socket beside the stream.
  return Object.assign(stream, {
    connect: () => void process.nextTick(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}
