// No request holds the main thread for long: every route with its largest body and hostile ones, while another client asks /livez.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, run } from '../harness/processes.ts'
import { startBotServer, written } from '../harness/telegram.ts'

/** Milliseconds of the main thread's processor time. The rule is 50 on an idle machine; a busy one has colder caches. */
const LONGEST = 100
const KB = 1024
const MB = 1024 * KB

/** The largest bodies of routes that take more than 64 KB; the sizes stand in body-limits.test.ts. */
const large: Record<string, number> = {
  '/v1/send': 17 * MB,
  '/v1/wh/{webhook_key}': 17 * MB,
  '/v1/send/batch': 44 * MB,
  '/v1/inbound/{channel}/{connection}': 4 * MB,
  '/v1/push/devices': 16 * KB,
  '/v1/manage/workspaces/{ws}/recipients': 256 * KB,
  '/v1/manage/workspaces/{ws}/recipients/{id}': 256 * KB,
  '/v1/manage/workspaces/{ws}/recipients/import': 50 * MB,
  '/v1/manage/workspaces/{ws}/templates': 2 * MB,
  '/v1/manage/workspaces/{ws}/templates/{slug}': 2 * MB,
  '/v1/manage/workspaces/{ws}/templates/{slug}/preview': 2 * MB,
  '/v1/manage/workspaces/{ws}/templates/{slug}/test-send': 2 * MB,
  '/v1/manage/workspaces/{ws}/template-preview': 2 * MB,
  '/v1/manage/workspaces/{ws}/automations': 2 * MB,
  '/v1/manage/workspaces/{ws}/automations/{id}': 2 * MB,
}
const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>
}
const operations = Object.entries(paths).flatMap(([address, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
    .map(([method, { security = [] }]) => ({
      method: method.toUpperCase(),
      address,
      scheme: Object.keys(security[0] ?? {})[0],
    })),
)

/** Bodies of exactly `size` bytes that are slow to read where nothing protects from them. */
const hostile: Record<string, (size: number) => string> = {
  'empty objects': (size) => filled('{"messages":[', '{},', '{}]}', size),
  numbers: (size) => filled('[', '0,', '0]', size),
  brackets: (size) => '['.repeat(size),
  'prototype keys': (size) => filled('[', '{"__proto__":1},', '1]', size),
  'repeated keys': (size) => filled('{', '"a":1,', '"b":1}', size),
  'one text': (size) => filled('{"email":"', 'x', '"}', size),
  'escaped texts': (size) => filled('{"template":"', '\\u0041', '"}', size),
  'long unknown fields': (size) => filled('{', `"${'k'.repeat(9_990)}":1,`, '"a":1}', size),
}
function filled(head: string, part: string, tail: string, size: number): string {
  const times = Math.max(0, Math.floor((size - head.length - tail.length) / part.length))
  return `${head}${part.repeat(times)}${tail}`
}

describe('the main thread', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-stalls-'))
  const watcher = path.join(folder, 'watcher')
  let service: Running
  let url: string
  let token: string
  const ids: Record<string, string | number> = {}
  const keys: Record<string, string> = {}
  /** Apart from what the hostile requests are sent to: some of these remove what they name. */
  let legal: Awaited<ReturnType<typeof newTenant>>

  beforeAll(async () => {
    const preload = fileURLToPath(new URL('../harness/stalls.mjs', import.meta.url))
    service = run('start', {
      DATA_DIR: folder,
      ALLOW_PRIVATE_NETWORK: '1',
      PUBLIC_URL: 'https://carillon.example',
      STALLS_FILE: watcher,
      NODE_OPTIONS: `--import=${preload}`,
    })
    url = await service.url
    token = readFileSync(path.join(folder, 'admin-token'), 'utf8').trim()
    // One of the requests below revokes the token with the id 1.
    token = (await manage('POST', '/tokens', { name: 'Requests', scope: 'operator' })).token
    const tried = await newTenant()
    Object.assign(ids, { ...tried, channel: 'telegram', connection: 1, slug: 'hello', id: 1 })
    keys.apiKey = tried.key
    legal = await newTenant()
    const marked = { body: '{{a}}{{b}}{{c}}{{d}}', channels: { email: { markdown: true } } }
    const template = { slug: 'four-marked', name: 'Marked', locales: { it: marked } }
    await manage('POST', `/workspaces/${legal.ws}/templates`, template)
    const registration = { recipient: { email: 'a@example.com' } }
    const answer = await ask('POST', '/v1/push/tokens', keys.apiKey!, JSON.stringify(registration))
    keys.registrationToken = (JSON.parse(answer.text) as { token: string }).token
    keys.managementToken = token
    // What is only loaded or compiled once is not what this is about.
    const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'x'.repeat(50_000) } }
    for (let n = 0; n < 20; n++) await ask('POST', '/v1/send', keys.apiKey!, JSON.stringify(message))
    for (const size of [KB, MB]) await ask('POST', '/v1/send', keys.apiKey!, hostile['one text']!(size))
  })
  afterAll(async () => {
    service.child.kill()
    await service.ended
    rmSync(folder, { recursive: true, force: true })
  })

  async function newTenant() {
    const { id: ws } = await manage('POST', '/workspaces', { name: 'Test' })
    const { id: source } = await manage('POST', `/workspaces/${ws}/sources`, { name: 'App', rate_limit: 1_000_000 })
    const place = `/workspaces/${ws}/sources/${source}`
    const { key } = await manage('POST', `${place}/api-keys`, { mode: 'test' })
    const { key: webhook_key } = await manage('POST', `${place}/trigger-keys`, {})
    const texts = { hello: 'Ciao {{name}}', four: '{{a}}{{b}}{{c}}{{d}}' }
    for (const [slug, body] of Object.entries(texts))
      await manage('POST', `/workspaces/${ws}/templates`, { slug, name: slug, locales: { it: { body } } })
    return { ws, source, key, webhook_key } as { ws: number; source: number; key: string; webhook_key: string }
  }
  async function ask(method: string, at: string, key: string | undefined, body?: string, type = 'application/json') {
    const answer = await fetch(`${url}${at}`, {
      method,
      headers: { 'content-type': type, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  // oxlint-disable-next-line typescript/no-explicit-any
  async function manage(method: string, at: string, body: object): Promise<any> {
    return JSON.parse((await ask(method, `/v1/manage${at}`, token, JSON.stringify(body))).text)
  }
  const longest = async () => {
    const answer = await fetch(readFileSync(watcher, 'utf8'))
    return ((await answer.json()) as { longest: number }).longest
  }

  const sendAndWait = async (body: object) => {
    const accepted = await ask('POST', '/v1/send', legal.key, JSON.stringify(body))
    expect([accepted.status, accepted.text.slice(0, 200)]).toEqual([202, expect.any(String)])
    const { delivery_id } = JSON.parse(accepted.text) as { delivery_id: number }
    await expect
      .poll(async () => (await ask('GET', `/v1/deliveries/${delivery_id}`, legal.key)).text, { timeout: 120_000 })
      .toContain('"status":"sent"')
  }

  /** The longest hold while `work` is under way; another client asks /livez all the time, and has to be answered. */
  const held = async (work: () => Promise<unknown>): Promise<number> => {
    await longest()
    let isOver = false
    const watch = (async () => {
      while (!isOver) expect((await fetch(`${url}/livez`)).status).toBe(200)
    })()
    try {
      await work()
    } finally {
      isOver = true
    }
    await watch
    return longest()
  }

  it.each(operations)(
    'keeps /livez responsive during $method $address with hostile bodies',
    async ({ method, address, scheme }) => {
      const at = address.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1))
      const key = scheme === undefined ? undefined : keys[scheme]
      const type = address.endsWith('/import') ? 'text/csv' : 'application/json'
      for (const [name, bodyOf] of Object.entries(hostile)) {
        const body = bodyOf(large[address] ?? 64 * KB)
        let status = 0
        const hold = await held(async () => {
          ;({ status } = await ask(method, at, key, body, type))
        })
        expect(status, name).toBeLessThan(500)
        expect(hold, name).toBeLessThan(LONGEST)
      }
    },
  )

  const ada = { email: 'ada@example.com' }
  const message = { recipient: ada, template: 'hello', vars: { name: 'Ada' } }
  const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')
  const text = 'x'.repeat(65_536)
  const heavy = { recipient: ada, template: 'four', vars: { a: text, b: text, c: text, d: text } }
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, '']))
  const actions = Array.from({ length: 5 }, (_, at) => ({
    slug: `s${at}`,
    callback_url: 'https://example.com/x',
    payload: { text: 'y'.repeat(16_000) },
  }))
  const batchOf = (count: number, one: object) => ({ messages: Array.from({ length: count }, () => one) })
  const attached = (...sizes: number[]) =>
    sizes.map((size, at) => ({ filename: `${at}.bin`, content: base64(size * MB) }))

  it.each<[string, string, object]>([
    ['10 MB of attachments', '/v1/send', { ...message, attachments: attached(5, 5) }],
    ['10 MB under an idempotency key', '/v1/send', { ...message, idempotency_key: 'a', attachments: attached(10) }],
    ['30 MB of attachments', '/v1/send/batch', batchOf(3, { ...message, attachments: attached(10) })],
    ['variables of 262,144 characters', '/v1/send', heavy],
    ['a hundred messages with variables of 262,144 characters', '/v1/send/batch', batchOf(100, heavy)],
    ['10,000 values', '/v1/send', { ...message, vars: { ...many(9_900), name: 'Ada' } }],
    ['100,000 values', '/v1/send/batch', batchOf(100, { ...message, vars: { ...many(980), name: 'Ada' } })],
    ['five payloads of 16 KB in a hundred messages', '/v1/send/batch', batchOf(100, { ...message, actions })],
  ])('is not held by %s, neither when they are accepted nor when they are sent', async (_title, at, body) => {
    const sent = JSON.stringify(body)
    let accepted = { status: 0, text: '' }
    const hold = await held(async () => {
      accepted = await ask('POST', at, legal.key, sent)
      expect([accepted.status, accepted.text.slice(0, 200)]).toEqual([202, expect.any(String)])
      const { delivery_id, results } = JSON.parse(accepted.text) as {
        delivery_id: number
        results?: { delivery_id: number }[]
      }
      const last = results?.at(-1)?.delivery_id ?? delivery_id
      await expect
        .poll(async () => (await ask('GET', `/v1/deliveries/${last}`, legal.key)).text, {
          timeout: 120_000,
        })
        .toContain('"status":"sent"')
    })
    expect(hold).toBeLessThan(LONGEST)
  })

  const units = ['http://a ', 'xn--', '![', '<', '[', 'a\n\n', '**a** ']
  it.each(units)('is not held by an email of %j as plain text, and as Markdown', async (unit) => {
    const value = unit.repeat(65_536 / unit.length)
    const vars = { a: value, b: value, c: value, d: value }
    const slug = `markdown-${units.indexOf(unit)}`
    const it = { body: 'x', channels: { email: { markdown: unit.repeat(99_000 / unit.length) } } }
    await manage('POST', `/workspaces/${legal.ws}/templates`, { slug, name: slug, locales: { it } })
    for (const body of [
      { recipient: ada, template: 'four', vars },
      { recipient: ada, template: slug, vars: {} },
      { recipient: ada, template: 'four-marked', vars },
    ])
      expect(await held(() => sendAndWait(body)), body.template).toBeLessThan(LONGEST)
  })

  it('is not held by a request of 4 MB that a provider sent, neither when it is kept nor when it is read', async () => {
    const bot = await startBotServer()
    try {
      const at = `/workspaces/${legal.ws}/sources/${legal.source}/connections/telegram`
      const settings = { bot_token: '1:abc', api_base: bot.url }
      const { inbound_url } = await manage('PUT', at, { settings })
      const secret = bot.webhook()!.secret_token
      const update = {
        update_id: 1,
        ...written(700, 'as large as may be'),
        numbers: Array.from({ length: 190_000 }, () => 0),
        text: '\ud83d'.repeat(500_000),
      }
      const body = filled(JSON.stringify(update).slice(0, -1), ' ', '}', 4 * MB)
      const hold = await held(async () => {
        const answer = await fetch(`${url}${new URL(inbound_url).pathname}`, {
          method: 'POST',
          headers: { 'x-telegram-bot-api-secret-token': secret },
          body,
        })
        expect(answer.status).toBe(200)
        const conversations = `/v1/manage/workspaces/${legal.ws}/conversations`
        await expect
          .poll(async () => (await ask('GET', conversations, token)).text, { timeout: 120_000 })
          .toContain('as large as may be')
      })
      expect(hold).toBeLessThan(LONGEST)
    } finally {
      await bot.stop()
    }
  })

  it('is not held by a template of 2 MB', async () => {
    const languages = [
      'it',
      'en',
      'de',
      'fr',
      'es',
      'pt',
      'nl',
      'sv',
      'da',
      'fi',
      'pl',
      'cs',
      'hu',
      'ro',
      'el',
      'tr',
      'ru',
      'uk',
      'ja',
    ]
    const body = '{{name}} '.repeat(11_000)
    const locales = Object.fromEntries(languages.map((language) => [language, { subject: 'x', body }]))
    const saved = JSON.stringify({ slug: 'large', name: 'Large', locales })
    let status = 0
    const hold = await held(async () => {
      ;({ status } = await ask('POST', `/v1/manage/workspaces/${legal.ws}/templates`, token, saved))
    })
    expect(status).toBe(201)
    expect(hold).toBeLessThan(LONGEST)
  })

  it('is not held by a file of 50 MB', async () => {
    const row = (at: number) => `Person ${at},person${at}@example.com,"${'m'.repeat(190)}"\n`
    const rows = Array.from({ length: 190_000 }, (_, at) => row(at)).join('')
    let accepted = { status: 0, text: '' }
    const hold = await held(async () => {
      accepted = await ask(
        'POST',
        `/v1/manage/workspaces/${legal.ws}/recipients/import?dry_run=true`,
        token,
        `name,email,metadata.city\n${rows}`,
        'text/csv',
      )
    })
    expect([accepted.status, accepted.text.slice(0, 200)]).toEqual([202, expect.any(String)])
    expect(hold).toBeLessThan(LONGEST)
  })
})
