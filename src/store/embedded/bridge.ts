// A stream that pg uses as a socket: it exchanges bytes with PGlite's thread.
import { Duplex } from 'node:stream'
import type { DatabaseThread } from './thread.ts'

const TERMINATE = 'X'.charCodeAt(0)
const AUTHENTICATED_AND_READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

// PGlite's one session outlives its clients. These messages do the work of a server when a session ends: fail an open
// COPY, leave a failed pipeline and roll back. Then they drop settings, prepared statements and session locks, which is
// not possible in a transaction.
const COPY_FAIL = Buffer.from([0x66, 0, 0, 0, 5, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const CLEAN_SESSION = [COPY_FAIL, SYNC, simpleQuery('rollback'), simpleQuery('discard all')]

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 4 + text.length])
  return Buffer.concat([head, text])
}

/** Opens a new "connection" to a session that is clean, as on a server. Errors of the thread destroy the stream. */
export function openStream(thread: DatabaseThread): Duplex {
  let started = false
  let lastAnswer: Promise<unknown> = Promise.resolve()

  const post = (messages: readonly Buffer[]) => {
    const answer = thread.exchange(messages)
    lastAnswer = answer
    return answer
  }
  const serve = async (messages: Buffer[]) => {
    if (!started) {
      // This is pg's start-up message. pg sends nothing else before the response, and PGlite does not expect the
      // message.
      started = true
      await post(CLEAN_SESSION)
      if (!stream.destroyed) stream.push(AUTHENTICATED_AND_READY)
      return
    }
    // Terminate must end only this connection. PostgreSQL would end its only session.
    const last = messages.at(-1)
    const ending = last?.length === 5 && last[0] === TERMINATE
    const work = ending ? messages.slice(0, -1) : messages
    if (work.length === 0) return
    const answer = await post(work)
    if (!stream.destroyed) stream.push(answer)
  }

  // No write waits for an earlier response. The thread thus always has the next messages, and it responds in order.
  const forward = (messages: Buffer[], done: () => void) => {
    serve(messages).catch((error: Error) => stream.destroy(error))
    done()
  }
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      forward([chunk], done)
    },
    writev(chunks, done) {
      forward(
        chunks.map(({ chunk }) => chunk),
        done,
      )
    },
    // pg ends the stream after Terminate. Earlier requests get their responses first.
    final(done) {
      const end = () => {
        if (!stream.destroyed) stream.push(null)
        done()
      }
      lastAnswer.then(end, end)
    },
  })
  // The methods of a socket that pg calls.
  return Object.assign(stream, {
    connect: () => void process.nextTick(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}
