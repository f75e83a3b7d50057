// Starts the built service as a separate process, and reads its output.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LimitedService } from './limited-service.ts'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface Running {
  child: ChildProcess
  /** Everything printed so far, on both streams. */
  output(): string
  /**
   * The first line of standard output. If the process ends before it prints a line, the promise rejects with the
   * output.
   */
  firstLine: Promise<string>
  /** The URL of the process. If the process ends before it accepts requests, the promise rejects with the output. */
  url: Promise<string>
  ended: Promise<number | null>
}

/** Runs `carillon <role> …flags` on a free port. `version` is the folder of another build. */
export function startProcess(role: string, env: Record<string, string>, flags: string[] = [], version = root): Running {
  return startProgram([path.join(version, 'bin', 'carillon.js'), role, ...flags], env)
}

/** Runs a role of the service on a free port, with changed limits of the database server. */
export function startLimitedService(service: LimitedService, env: Record<string, string>): Running {
  return startProgram([path.join(root, 'test', 'harness', 'limited-service.mjs'), JSON.stringify(service)], env)
}

function startProgram(program: string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, program, {
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
  const firstMatch = (pattern: RegExp, read: () => string) => {
    const match = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', () => {
          const found = pattern.exec(read())?.[1]
          if (found !== undefined) resolve(found)
        })
      child.once('close', (code) =>
        reject(new Error(`${program.join(' ')} ended with ${code} with the output: ${text}`)),
      )
    })
    // Some tests never await this promise. Without this handler, its rejection would be unhandled.
    match.catch(() => {})
    return match
  }
  return {
    child,
    output: () => text,
    firstLine: firstMatch(/^(.+)\n/, () => out),
    url: firstMatch(/listens on (http:\S+)/, () => text),
    ended,
  }
}
