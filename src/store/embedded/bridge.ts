// A stream that pg takes for a socket: its bytes go to PGlite's thread and back.
import { Duplex } from 'node:stream'
import type { DatabaseThread } from './thread.ts'

const TERMINATE = 'X'.charCodeAt(0)
const AUTHENTICATED_AND_READY = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

// PGlite's one session outlives its clients. A server would have ended it: a COPY given up, a failed pipeline left,
// the transaction undone, then settings, prepared statements and session locks dropped (not possible inside one).
const COPY_FAIL = Buffer.from([0x66, 0, 0, 0, 5, 0])
const SYNC = Buffer.from([0x53, 0, 0, 0, 4])
const CLEAN_SESSION = [COPY_FAIL, SYNC, simpleQuery('rollback'), simpleQuery('discard all')]

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from([0x51, 0, 0, 0, 4 + text.length])
  return Buffer.concat([head, text])
}

/** A new "connection", which finds the session as a server would hand it out. Errors of the thread destroy it. */
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
      // pg's start-up message, which waits for an answer: it stands alone, and PGlite is past it.
      started = true
      await post(CLEAN_SESSION)
      if (!stream.destroyed) stream.push(AUTHENTICATED_AND_READY)
      return
    }
    // Terminate is meant for the connection. PostgreSQL itself would take it as the end of the only session.
    const last = messages.at(-1)
    const ending = last?.length === 5 && last[0] === TERMINATE
    const work = ending ? messages.slice(0, -1) : messages
    if (work.length === 0) return
    const answer = await post(work)
    if (!stream.destroyed) stream.push(answer)
  }

  // No write waits for another's answer: the thread always has what comes next, and answers in order.
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
    // pg ends the stream when its Terminate is written: what was asked before is answered first.
    final(done) {
      const end = () => {
        if (!stream.destroyed) stream.push(null)
        done()
      }
      lastAnswer.then(end, end)
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
