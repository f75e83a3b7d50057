// Runs the receiver in docs/events.md as documented. It processes each genuine event once and refuses forged events.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventHeaders, newSecret } from '../../src/events/sign.ts'

describe('receiver in docs/events.md', () => {
  const secret = newSecret()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-receiver-'))
  let child: ChildProcess
  let url: string
  let output = ''
  beforeAll(async () => {
    const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
    const code = /```js\n([\s\S]*?)```/.exec(page)![1]!
    expect(code).toContain('.listen(8080)')
    const file = path.join(folder, 'receiver.mjs')
    const announced = code.replace(
      '.listen(8080)',
      ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })",
    )
    writeFileSync(file, announced)
    child = spawn(process.execPath, [file], { env: { SECRET: secret } })
    url = await new Promise((resolve, reject) => {
      child.on('exit', reject)
      child.stderr!.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())))
      child.stdout!.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const port = /port (\d+)/.exec(output)?.[1]
        if (port) resolve(`http://127.0.0.1:${port}/`)
      })
    })
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => child.on('exit', resolve))
    child.kill()
    await ended
    rmSync(folder, { recursive: true })
  })

  const now = () => new Date(performance.timeOrigin + performance.now())
  const post = async (body: string, signedBody = body, at = now(), secrets = { current: secret }) => {
    const signed = { wireId: 'msg_1', event: 'message.sent', mode: 'live' as const, body: signedBody, at }
    const answer = await fetch(url, { method: 'POST', headers: eventHeaders(secrets, signed), body })
    return answer.status
  }

  it('the receiver in docs/events.md answers 204 to a genuine event and processes it once', async () => {
    expect(await post('{"type":"message.sent"}')).toBe(204)
    expect(await post('{"type":"message.sent"}')).toBe(204)
    expect(output.match(/message\.sent/g)).toHaveLength(1)
  })

  it('the receiver in docs/events.md answers 401 to changed bytes, another secret and an old timestamp', async () => {
    expect(await post('{"type": "message.sent"}', '{"type":"message.sent"}')).toBe(401)
    expect(await post('{}', '{}', now(), { current: newSecret() })).toBe(401)
    expect(await post('{}', '{}', new Date(now().getTime() - 301_000))).toBe(401)
  })

  it('the receiver in docs/events.md accepts events with two signatures while a secret is rotated', async () => {
    const rotation = { current: newSecret(), previous: secret }
    expect(await post('{}', '{}', now(), rotation)).toBe(204)
  })
})
