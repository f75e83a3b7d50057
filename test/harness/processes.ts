// The service as a process of its own: started from what was built, heard, and ended.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface Running {
  child: ChildProcess
  /** What it printed so far. */
  said(): string
  /** The first line of its standard output; rejects with what it said when it ends without. */
  firstLine: Promise<string>
  /** The address it listens on, once it says so; rejects with what it said when it ends without. */
  url: Promise<string>
  ended: Promise<number | null>
}

/** Runs `carillon <role> …flags` on a free port. `version`: the folder of another build than this clone's. */
export function startProcess(role: string, env: Record<string, string>, flags: string[] = [], version = root): Running {
  const child = spawn(process.execPath, [path.join(version, 'bin', 'carillon.js'), role, ...flags], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  let out = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const firstMatch = (pattern: RegExp, text: () => string) => {
    const words = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', () => {
          const found = pattern.exec(text())?.[1]
          if (found !== undefined) resolve(found)
        })
      child.once('close', (code) => reject(new Error(`carillon ${role} ended with ${code} and had said: ${text}`)))
    })
    // Not every test asks for them.
    words.catch(() => {})
    return words
  }
  return {
    child,
    said: () => text,
    firstLine: firstMatch(/^(.+)\n/, () => out),
    url: firstMatch(/listens on (http:\S+)/, () => text),
    ended,
  }
}
