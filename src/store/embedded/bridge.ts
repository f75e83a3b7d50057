// A stream that pg uses as its socket. It exchanges bytes with the thread of PGlite.
import { Duplex } from 'node:stream'
import type { DatabaseThread } from './thread.ts'

const TERMINATE = 'X'.charCodeAt(0)
const AUTHENTICATED_AND_READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

// PGlite has only one session, and it continues after a client has ended. These messages do what a server does at the
// end of a session: they end an open COPY and a failed pipeline, and roll back. They then remove settings, prepared
// statements and session locks. This last step is not possible in a transaction.
const COPY_FAIL = Buffer.from([0x66, 0, 0, 0, 5, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const CLEAN_SESSION = [COPY_FAIL, SYNC, simpleQuery('rollback'), simpleQuery('discard all')]

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 4 + text.length])
  return Buffer.concat([head, text])
}

/**
 * Opens a new "connection". Its session starts without the state of earlier connections, as on a server. An error of
 * the thread destroys the stream.
 */
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
      // This message is the start-up message of pg. Do not forward it, because PGlite does not expect it. pg sends
      // nothing else before the response.
      started = true
      await post(CLEAN_SESSION)
      if (!stream.destroyed) stream.push(AUTHENTICATED_AND_READY)
      return
    }
    // Do not forward the message Terminate, because PostgreSQL would end its only session. End only this connection.
    const last = messages.at(-1)
    const ending = last?.length === 5 && last[0] === TERMINATE
    const work = ending ? messages.slice(0, -1) : messages
    if (work.length === 0) return
    const answer = await post(work)
    if (!stream.destroyed) stream.push(answer)
  }

  // A write does not wait for earlier responses, so the thread always has the next messages. The thread responds in the
  // order of the messages.
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
    // pg ends the stream after the message Terminate. Requests before it still get their responses.
    final(done) {
      const end = () => {
        if (!stream.destroyed) stream.push(null)
        done()
      }
      lastAnswer.then(end, end)
    },
  })
  // pg calls these methods of a socket.
  return Object.assign(stream, {
    connect: () => void process.nextTick(() => stream.emit('connect')),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  })
}
