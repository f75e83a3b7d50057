// The command line as a person runs it: bin/carillon.js with words, an environment and standard input of its own, heard and awaited.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'

const bin = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'carillon.js')

export interface CommandResult {
  code: number | null
  out: string
  err: string
}

/**
 * Runs `carillon …words`; `input` is its standard input, empty when there is none. It runs in a thread, which has all of
 * that for itself and costs a fraction of a process; what needs signals or a terminal starts a process (processes.ts).
 */
export async function carillon(words: string[], env: Record<string, string> = {}, input = ''): Promise<CommandResult> {
  const thread = new Worker(bin, {
    argv: words,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    execArgv: [],
    stdin: true,
    stdout: true,
    stderr: true,
  })
  const result: CommandResult = { code: null, out: '', err: '' }
  const collect = (stream: NodeJS.ReadableStream, where: 'out' | 'err') =>
    new Promise<void>((resolve) => {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        result[where] += text
      })
      stream.once('end', resolve)
    })
  const collected = [collect(thread.stdout, 'out'), collect(thread.stderr, 'err')]
  // A command that does not read its input ends before it was written.
  thread.stdin!.on('error', () => {})
  // An empty piece would be one that the thread waits to see taken.
  if (input === '') thread.stdin!.end()
  else thread.stdin!.end(input)
  result.code = await new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject))
  await Promise.all(collected)
  return result
}

export interface Commands {
  run(...words: string[]): Promise<CommandResult>
  /** With something on its standard input. */
  runWithInput(input: string, ...words: string[]): Promise<CommandResult>
  /** With --json: what it answers, when it is done and has nothing else to say. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(...words: string[]): Promise<any>
}

/** Commands in one environment; `always` stands behind every one. */
export function commandsIn(env: () => Record<string, string>, always: () => string[] = () => []): Commands {
  const runWithInput = (input: string, ...words: string[]) => carillon([...words, ...always()], env(), input)
  return {
    runWithInput,
    run: (...words) => runWithInput('', ...words),
    async json(...words) {
      const { code, out, err } = await runWithInput('', ...words, '--json')
      expect({ code, err }, words.join(' ')).toEqual({ code: 0, err: '' })
      return JSON.parse(out)
    },
  }
}
