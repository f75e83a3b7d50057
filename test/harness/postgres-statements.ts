// A proxy in front of PostgreSQL that interrupts a transaction before or after any of its statements.
import type net from 'node:net'
import { createSplitter, isMessage } from './postgres-messages.ts'
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts'

/**
 * The point of an interruption in a transaction. `statements`: the server receives only the first `after` statements.
 * `answers`: the server receives all statements, and the client receives only the first `after` answers. BEGIN and COMMIT
 * count as statements.
 */
export interface CutPoint {
  direction: 'statements' | 'answers'
  after: number
}

export interface Interrupted {
  /** Breaks the connection. */
  cut(): void
  /** Forwards the delayed bytes, and all later bytes. */
  resume(): void
}

export interface StatementProxy extends PostgresProxy {
  /**
   * Interrupts the next transaction whose BEGIN arrives together with the statement of this name. Replaces an earlier
   * interruption that did not happen. Calls `reached` when the transaction reaches the point. `happened` returns
   * whether the transaction had enough statements to reach the point.
   */
  interruptNext(
    statement: string,
    point: CutPoint,
    reached: (interrupted: Interrupted) => void,
  ): {
    happened(): boolean
  }
}

interface Interruption {
  statement: string
  point: CutPoint
  reached: (interrupted: Interrupted) => void
  happened: boolean
}

/** A statement ends with its message `Query`, or with `Sync` if it is prepared. An answer ends with `ReadyForQuery`. */
const isStatementEnd = (message: Buffer) => isMessage(message, 'Q') || isMessage(message, 'S')
const isAnswerEnd = (message: Buffer) => isMessage(message, 'Z')
const isLastStatement = (message: Buffer) => isMessage(message, 'Q', 'commit') || isMessage(message, 'Q', 'rollback')
const isLastAnswer = (message: Buffer) => isMessage(message, 'C', 'COMMIT') || isMessage(message, 'C', 'ROLLBACK')

export async function startStatementProxy(url: string): Promise<StatementProxy> {
  let next: Interruption | undefined
  const proxy = await startPostgresProxy(url, (client, upstream) => {
    interruptible(client, upstream, (messages) => {
      const isNext = next !== undefined && messages.some((message) => message.includes(`${next?.statement}\0`))
      const taken = isNext ? next : undefined
      if (isNext) next = undefined
      return taken
    })
  })
  return {
    ...proxy,
    interruptNext(statement, point, reached) {
      const interruption: Interruption = { statement, point, reached, happened: false }
      next = interruption
      return { happened: () => interruption.happened }
    },
  }
}

/**
 * Forwards a connection. `take` receives the messages of the client that arrived together with a BEGIN, and returns the
 * interruption of this transaction.
 */
function interruptible(
  client: net.Socket,
  upstream: net.Socket,
  take: (messages: Buffer[]) => Interruption | undefined,
): void {
  const flows = {
    statements: createFlow(upstream, isStatementEnd, isLastStatement),
    answers: createFlow(client, isAnswerEnd, isLastAnswer),
  }
  const interrupted: Interrupted = {
    cut() {
      // After `end`, the server still runs the statements that it has received.
      upstream.end()
      client.destroy()
    },
    resume() {
      for (const flow of Object.values(flows)) flow.resume()
    },
  }
  const begin = (taken: Interruption) => {
    const { point, reached } = taken
    flows[point.direction].stopAfter(point.after, () => {
      taken.happened = true
      reached(interrupted)
    })
  }
  const fromClient = createSplitter(true)
  const fromServer = createSplitter(false)
  client.on('data', (chunk: Buffer) => {
    const messages = fromClient(chunk)
    const taken = messages.some((message) => isMessage(message, 'Q', 'begin')) ? take(messages) : undefined
    if (taken) begin(taken)
    for (const message of messages) flows.statements.forward(message)
  })
  upstream.on('data', (chunk: Buffer) => {
    for (const message of fromServer(chunk)) flows.answers.forward(message)
  })
  client.on('close', () => upstream.end())
  upstream.on('close', () => client.destroy())
}

interface Flow {
  forward(message: Buffer): void
  /**
   * Stops after `count` more statements or answers of the transaction. Calls `onStopped` when the next message arrives.
   */
  stopAfter(count: number, onStopped: () => void): void
  resume(): void
}

function createFlow(
  target: net.Socket,
  isEnd: (message: Buffer) => boolean,
  isLast: (message: Buffer) => boolean,
): Flow {
  let left = Number.POSITIVE_INFINITY
  let onStopped = () => {}
  let kept: Buffer[] = []
  return {
    forward(message) {
      if (left > 0) {
        if (target.writable) target.write(message)
        if (isLast(message)) left = Number.POSITIVE_INFINITY
        else if (isEnd(message)) left--
        return
      }
      kept.push(message)
      if (kept.length === 1) onStopped()
    },
    stopAfter(count, callback) {
      left = count
      onStopped = callback
    },
    resume() {
      left = Number.POSITIVE_INFINITY
      for (const message of kept) if (target.writable) target.write(message)
      kept = []
    },
  }
}
