// Runs each example with one command, in a separate folder in which the packed SDK is installed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventHeaders } from '../../src/events/sign.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('examples', () => {
  let test: TestService
  let tenant: Tenant
  let folder: string
  const running: ChildProcess[] = []
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-examples-'))
    installSdk(folder)
    symlinkSync(path.join(root, 'test/node_modules/express'), path.join(folder, 'node_modules/express'), 'junction')
    for (const name of ['events', 'express']) cpSync(path.join(root, 'examples', name), path.join(folder, name), COPIED)
    test = await startTestService('embedded')
    tenant = await test.tenant()
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await test.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs `node file` in the folder of the examples. `output` returns the text that the example has printed so far. */
  const start = (file: string, env: Record<string, string>) => {
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { output: () => text, ended }
  }

  it('the packed SDK contains code, types, a README and a license, and has no dependencies', () => {
    const about = JSON.parse(readFileSync(path.join(folder, 'node_modules/carillon-sdk/package.json'), 'utf8'))
    expect(about.dependencies).toBeUndefined()
    for (const file of [about.exports['.'].types, about.exports['.'].default, 'README.md', 'LICENSE'])
      expect(readFileSync(path.join(folder, 'node_modules/carillon-sdk', file), 'utf8')).not.toBe('')
  })

  it('the events example sends a message, prints its events and leaves no dev listener behind', async () => {
    const token = readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8')
    const example = start('events/index.mjs', { CARILLON_URL: test.url, CARILLON_TOKEN: token })
    expect([await example.ended, example.output()]).toEqual([
      0,
      expect.stringMatching(
        /^accepted: delivery (\d+)\ndelivery\.queued: delivery \1 is queued\ndelivery\.sent: delivery \1 is sent\n$/,
      ),
    ])
    const { rows } = await test.service.db.query({ text: `select id from subscriptions where url = ''` })
    expect(rows).toEqual([])
    // A second run finds the template that the first run created.
    expect(await start('events/index.mjs', { CARILLON_URL: test.url, CARILLON_TOKEN: token }).ended).toBe(0)
    const wrong = start('events/index.mjs', { CARILLON_URL: test.url, CARILLON_TOKEN: 'unknown' })
    expect([await wrong.ended, wrong.output()]).toEqual([1, expect.stringContaining('invalid_token')])
  })

  it('the Express example processes each event and each callback once, and refuses a wrong signature', async () => {
    // Create the subscription first, because the receiver needs its secret. Set the real URL of the subscription after
    // the receiver has started.
    const at = `/workspaces/${tenant.workspace}/subscriptions`
    const { body: subscription } = await test.manage('POST', at, {
      url: 'http://127.0.0.1:9/',
      events: ['delivery.sent'],
    })
    const { secret } = subscription
    const example = start('express/server.mjs', { PORT: '0', CARILLON_SECRET: secret, CARILLON_KEY: tenant.testKey })
    const [, port, printedSecret] = await test.until(
      async () => /--forward http:\/\/localhost:(\d+)\/events --secret '(\S+)'\n/.exec(example.output()) ?? false,
      60,
    )
    expect(printedSecret).toBe(secret)
    const url = `http://127.0.0.1:${port}`

    await test.manage('PATCH', `${at}/${subscription.id}`, { url: `${url}/events` })
    const { body: sent } = await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      actions: [{ slug: 'confirm', callback_url: `${url}/callbacks`, payload: { order: 17 } }],
    })
    await test.until(async () => example.output().includes(`delivery.sent ${sent.delivery_id}\n`))
    const token = sent.actions[0].url.split('/').at(-1)
    expect((await test.call('GET', `/svc/action/${token}`)).status).toBe(200)
    await test.until(async () => example.output().includes('Ada chose confirm {"order":17}\n'))

    const body = JSON.stringify({ event: 'delivery.failed', delivery: { id: 17, error_message: 'mailbox is full' } })
    const now = new Date()
    const headers = eventHeaders(
      { current: secret },
      { wireId: 'msg_1', event: 'delivery.failed', mode: 'live', body, at: now },
    )
    const post = async (text: string) => (await fetch(`${url}/events`, { method: 'POST', headers, body: text })).status
    expect([await post(body), await post(body), await post(`${body} `)]).toEqual([204, 204, 401])
    await test.until(async () => example.output().includes('refused: The signature does not match'))
    expect(example.output().match(/delivery 17 failed: mailbox is full/g)).toHaveLength(1)
  })
})

/** Omits node_modules, which a run in the original folder creates. */
const COPIED = { recursive: true, filter: (source: string) => path.basename(source) !== 'node_modules' }

/** Installs the packed SDK as `npm install carillon-sdk` does. It has no dependencies to download. */
function installSdk(folder: string): void {
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
  execFileSync(process.execPath, [path.join(root, 'scripts/build-sdk.mjs')])
  const file = npm(path.join(root, 'sdk'), 'pack', '--ignore-scripts', '--pack-destination', folder).trim()
  mkdirSync(path.join(folder, 'node_modules'))
  npm(folder, 'install', '--no-save', '--no-package-lock', `./${file.split('\n').at(-1)}`)
}
