// The example in examples/web-push: its server, its page and its service worker, up to a click on a notification.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PushService, type Subscription, startPushService } from '../harness/push-service.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('web push example', () => {
  let test: TestService
  let service: PushService
  let example: ChildProcess
  let url: string
  let token: string
  let subscription: Subscription
  beforeAll(async () => {
    test = await startTestService('embedded')
    service = await startPushService()
    example = spawn(process.execPath, ['examples/web-push/server.mjs'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        CARILLON_URL: test.url,
        CARILLON_TOKEN: readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8').trim(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(example.stdout!), 'line')) as [string]
    url = line.replace('Open ', '').replace('localhost', '127.0.0.1')
  })
  afterAll(async () => {
    example.kill('SIGKILL')
    await service.stop()
    await test.stop()
  })

  const post = async (at: string) => {
    const answer = await fetch(`${url}${at}`, { method: 'POST' })
    return { status: answer.status, body: (await answer.json()) as Record<string, string> }
  }

  it('the web push example serves its page and its service worker, and no other file', async () => {
    for (const [at, type, content] of [
      ['/', 'text/html', 'page.js'],
      ['/page.js', 'text/javascript', 'pushManager.subscribe'],
      ['/worker.js', 'text/javascript', 'showNotification'],
    ] as const) {
      const answer = await fetch(`${url}${at}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
      expect(await answer.text()).toContain(content)
    }
    expect((await fetch(`${url}/server.mjs`)).status).toBe(404)
  })

  it('the web push example returns a token with which a browser can register', async () => {
    const { status, body } = await post('/api/token')
    expect([status, body.carillon]).toEqual([201, test.url])
    token = body.token!
    subscription = await service.subscribe(body.vapid_public_key!)
    const registered = await test.call('POST', '/push/devices', { key: token, body: { kind: 'web', ...subscription } })
    expect(registered.status).toBe(201)
  })

  it('the web push example sends a notification, and its service worker shows as many buttons as the browser permits', async () => {
    expect((await post('/api/send')).status).toBe(202)
    const arrived = await test.until(async () => service.notifications(subscription)[0])
    const { dispatch, shown, opened } = startWorker(await (await fetch(`${url}/worker.js`)).text())
    await dispatch('push', { data: { json: () => arrived } })
    const [title, options] = shown[0]!
    expect(title).toMatch(/^It is /)
    expect(options.tag).toBe(arrived.tag)
    expect(options.actions).toEqual([
      { action: 'confirm', title: 'Confirm' },
      { action: 'later', title: 'Later' },
    ])
    const click = (action: string) =>
      dispatch('notificationclick', { action, notification: { data: options.data, close: () => {} } })
    await click('later')
    await click('')
    const actions = arrived.actions as { url: string }[]
    expect(opened[0]).toBe(actions[1]!.url)
    expect(JSON.parse(decodeURIComponent(opened[1]!.slice(2))).actions).toEqual(actions)
  })

  it('the web push example accepts callbacks and revokes its API key when it stops', async () => {
    expect((await post('/callback')).status).toBe(200)
    example.kill('SIGTERM')
    const [code] = (await once(example, 'exit')) as [number]
    expect(code).toBe(0)
    const { data } = (await test.manage('GET', '/workspaces/1/sources/1/api-keys')).body
    expect(
      data.filter((key: { mode: string }) => key.mode === 'live').map((key: { revoked_at: unknown }) => key.revoked_at),
    ).toEqual([expect.any(String)])
  })
})

interface Shown {
  tag: string
  actions: object[]
  data: unknown
}

/** Runs the code of the service worker with replacements for the browser functions that the code uses. */
function startWorker(code: string) {
  const listeners: Record<string, (event: object) => void> = {}
  const shown: [string, Shown][] = []
  const opened: string[] = []
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener
    },
    registration: { showNotification: async (title: string, options: Shown) => void shown.push([title, options]) },
    clients: { openWindow: async (address: string) => void opened.push(address) },
  }
  vm.runInNewContext(code, { self, Notification: { maxActions: 2 }, encodeURIComponent, JSON })
  const dispatch = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve()
    listeners[name]!({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }
  return { dispatch, shown, opened }
}
