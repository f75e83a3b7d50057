// Runs bin/carillon.js as in a shell. Each run has separate arguments, a separate environment and separate standard
// input.
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
 * Runs `carillon …words` with `input` as its standard input, in a thread. A thread has a separate environment and
 * starts much faster than a process. Tests of signals or a terminal start a process (processes.ts).
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
  // A command that does not read its input may end before the input is written.
  thread.stdin!.on('error', () => {})
  // An empty chunk is not written: the write would wait until the thread has read the chunk.
  if (input === '') thread.stdin!.end()
  else thread.stdin!.end(input)
  result.code = await new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject))
  await Promise.all(collected)
  return result
}

export interface Commands {
  run(...words: string[]): Promise<CommandResult>
  /** Runs a command with this standard input. */
  runWithInput(input: string, ...words: string[]): Promise<CommandResult>
  /** Runs a command with --json, expects success without error output, and returns the result. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(...words: string[]): Promise<any>
}

/** Returns functions that run commands in one environment. `always` is appended to every command. */
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
