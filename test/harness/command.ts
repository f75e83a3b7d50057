// The command line as a person runs it: bin/carillon.js in a process of its own, heard and awaited.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'

const bin = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'carillon.js')

// A test runs many commands, each a process: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

export interface Said {
  code: number | null
  out: string
  err: string
}

/** Runs `carillon …words`; `input` is its standard input, empty when there is none. */
export async function carillon(words: string[], env: Record<string, string> = {}, input = ''): Promise<Said> {
  const child = spawn(process.execPath, [bin, ...words], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said: Said = { code: null, out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  // A command that does not read its input ends before it was written.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  said.code = await new Promise((resolve) => child.once('close', resolve))
  return said
}

export interface Commands {
  run(...words: string[]): Promise<Said>
  /** With something on its standard input. */
  fed(input: string, ...words: string[]): Promise<Said>
  /** With --json: what it answers, when it is done and has nothing else to say. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(...words: string[]): Promise<any>
}

/** Commands in one environment; `always` stands behind every one. */
export function commandsIn(env: () => Record<string, string>, always: () => string[] = () => []): Commands {
  const fed = (input: string, ...words: string[]) => carillon([...words, ...always()], env(), input)
  return {
    fed,
    run: (...words) => fed('', ...words),
    async json(...words) {
      const { code, out, err } = await fed('', ...words, '--json')
      expect({ code, err }, words.join(' ')).toEqual({ code: 0, err: '' })
      return JSON.parse(out)
    },
  }
}
