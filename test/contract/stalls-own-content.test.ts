// Templates with channel-specific content never block the main thread or fill the memory, whatever values the variables
// have.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startProcess } from '../harness/processes.ts'

/**
 * Maximum milliseconds of processor time that the main thread may use without a pause. On an idle machine, the project
 * permits 50. This limit is higher, because the same work takes longer on a busy machine.
 */
const LONGEST = 100

interface Answer {
  status: number
  text: string
}

/** The channel-specific content of a template, and the variables of a message that uses the template. */
interface Filled {
  channel: 'discord' | 'slack' | 'email'
  body?: string
  own?: object
  vars?: Record<string, string>
  sensitive?: string[]
}

const times = <T>(count: number, item: T) => Array.from({ length: count }, () => item)
const long = (unit: string) => unit.repeat(65_536 / unit.length)

/** 50 blocks of 22 buttons that contain `text` in four fields each. */
const buttons = (text: string) => {
  const button = {
    type: 'button',
    text: { type: 'plain_text', text },
    url: text,
    action_id: text,
    accessibility_label: text,
  }
  return { blocks: times(50, { type: 'actions', elements: times(22, button) }) }
}
/** 10 embeds of 25 fields. */
const fields = (text: string) => ({ embeds: times(10, { fields: times(25, { name: text, value: text }) }) })
const sections = (type: 'mrkdwn' | 'plain_text', text: string) => ({
  blocks: times(50, { type: 'section', fields: times(10, { type, text }) }),
})
const markdowns = (text: string) => ({ blocks: times(50, { type: 'markdown', text }) })

const tooLong: [string, Filled, string][] = [
  [
    'buttons on Slack',
    { channel: 'slack', own: buttons('{{a}}'.repeat(16)), vars: { a: long('x') } },
    'blocks.0.elements.0.',
  ],
  [
    'buttons on Slack with a masked copy',
    { channel: 'slack', own: buttons('{{a}}'), vars: { a: long('x') }, sensitive: ['b'] },
    'blocks.0.elements.1.',
  ],
  [
    'sections on Slack with entities',
    { channel: 'slack', own: sections('mrkdwn', '{{a}}'), vars: { a: long('&') } },
    'blocks.0.fields.0.text',
  ],
  ['Markdown blocks on Slack', { channel: 'slack', own: markdowns('{{a}}'), vars: { a: long('x*') } }, 'blocks.2.text'],
  ['fields of embeds', { channel: 'discord', own: fields('{{a}}'), vars: { a: long('x*') } }, 'embeds.0.fields.1.name'],
  ['a text on Discord', { channel: 'discord', body: '{{a}}'.repeat(100), vars: { a: long('`') } }, 'the text'],
  ['a text of an email', { channel: 'email', body: '{{a}}'.repeat(19_000), vars: { a: long('x') } }, 'the text'],
]

const expensive: [string, Filled][] = [
  ['19,000 placeholders on Discord', { channel: 'discord', body: '{{a}}'.repeat(19_000), vars: { a: '*' } }],
  ['19,000 placeholders in code', { channel: 'discord', body: '`{{a}}'.repeat(16_000), vars: { a: '*' } }],
  ['line marks on Discord', { channel: 'discord', body: '{{a}}', vars: { a: long('\n- ') } }],
  ['addresses on Discord', { channel: 'discord', body: '{{a}}', vars: { a: long('http://a ') } }],
  ['one placeholder in each field', { channel: 'discord', own: fields('{{a}}'), vars: { a: '*'.repeat(250) } }],
  ['placeholders without characters', { channel: 'slack', own: markdowns('{{a}}'.repeat(5_000)), vars: { a: '' } }],
  ['a backtick before each of 15,000 placeholders', { channel: 'slack', own: markdowns('` < {{a}}'.repeat(300)) }],
]

describe('templates with own content', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-own-content-'))
  const watcher = path.join(folder, 'watcher')
  let service: Running
  let url: string
  let token: string
  let ws: number
  let key: string
  let saved = 0

  beforeAll(async () => {
    const preload = fileURLToPath(new URL('../harness/stalls.mjs', import.meta.url))
    service = startProcess('start', {
      DATA_DIR: folder,
      ALLOW_PRIVATE_NETWORK: '1',
      PUBLIC_URL: 'https://carillon.example',
      STALLS_FILE: watcher,
      NODE_OPTIONS: `--import=${preload} --max-old-space-size=1024`,
    })
    url = await service.url
    token = readFileSync(path.join(folder, 'admin-token'), 'utf8').trim()
    ws = (await manage('/workspaces', { name: 'Test' })).id
    const { id: source } = await manage(`/workspaces/${ws}/sources`, { name: 'App', rate_limit: 1_000_000 })
    key = (await manage(`/workspaces/${ws}/sources/${source}/api-keys`, { mode: 'test' })).key
    // The first messages load and compile code. Send them here, so that the tests do not measure this work.
    for (const channel of ['slack', 'discord', 'email'] as const)
      for (let n = 0; n < 10; n++) {
        const filled = { channel, body: '`{{a}}` {{a}}'.repeat(300), vars: { a: 'x*'.repeat(300) } }
        await preview(filled)
        await send(filled)
      }
  })
  afterAll(async () => {
    service.child.kill()
    await service.ended
    rmSync(folder, { recursive: true, force: true })
  })

  async function post(at: string, bearer: string, body: object): Promise<Answer> {
    const answer = await fetch(`${url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  // oxlint-disable-next-line typescript/no-explicit-any
  async function manage(at: string, body: object): Promise<any> {
    return JSON.parse((await post(`/v1/manage${at}`, token, body)).text)
  }
  const templateOf = ({ channel, body = ' ', own, sensitive }: Filled) => ({
    slug: `t${++saved}`,
    name: 'Test',
    locales: { it: { body, ...(own === undefined ? {} : { channels: { [channel]: own } }) } },
    ...(sensitive === undefined ? {} : { sensitive }),
  })
  const preview = (filled: Filled) => {
    const { slug: _, sensitive: __, ...template } = templateOf(filled)
    const { channel, vars = {} } = filled
    return post(`/v1/manage/workspaces/${ws}/template-preview`, token, { template, channel, vars })
  }
  async function send(filled: Filled, count = 1): Promise<Answer> {
    const template = templateOf(filled)
    const { status, text } = await post(`/v1/manage/workspaces/${ws}/templates`, token, template)
    expect([status, text.slice(0, 200)]).toEqual([201, expect.any(String)])
    const { channel, vars = {} } = filled
    const message = { recipient: { email: 'ada@example.com' }, template: template.slug, channel, vars }
    if (count === 1) return post('/v1/send', key, message)
    return post('/v1/send/batch', key, { messages: times(count, message) })
  }
  const longest = async () => {
    const answer = await fetch(readFileSync(watcher, 'utf8'))
    return ((await answer.json()) as { longest: number }).longest
  }
  /** Returns the answer of `work` and fails if it blocked the main thread. */
  async function withoutStall(work: () => Promise<Answer>): Promise<Answer> {
    await longest()
    const answer = await work()
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect(await longest()).toBeLessThan(LONGEST)
    return answer
  }

  it.each(tooLong)(
    'refuses a template with %s when the filled-in values exceed the limit, and names the field',
    async (_title, filled, field) => {
      for (const work of [() => preview(filled), () => send(filled)]) {
        const { status, text } = await withoutStall(work)
        expect([status, text.slice(0, 500)]).toEqual([422, expect.stringContaining(`template: ${field}`)])
        expect(text).toContain('makes the filled-in values longer than')
        expect(Object.keys((JSON.parse(text) as { details: object }).details)).toEqual(['template'])
        expect(text.length).toBeLessThan(2_000)
      }
    },
  )

  it.each(expensive)('does not block the main thread while it renders a template with %s', async (_title, filled) => {
    for (const work of [() => preview(filled), () => send(filled)])
      expect((await withoutStall(work)).status).toBeLessThan(500)
  })

  it('does not block the main thread with a batch of 100 messages that repeat short values', async () => {
    const long = { channel: 'email', body: '{{a}}'.repeat(19_000), vars: { a: '0123456789' } } as const
    const { status } = await withoutStall(() => send(long, 100))
    expect(status).toBe(202)
  })

  it('fills and masks 50 sections of 2,500 characters without blocking the main thread, then refuses them as too long', async () => {
    const blocks = times(50, { type: 'section', text: { type: 'mrkdwn', text: '<https://a.it/{{a}}|Open> {{b}}' } })
    const filled = {
      channel: 'slack',
      own: { blocks },
      vars: { a: 'x'.repeat(2_500), b: '1' },
      sensitive: ['b'],
    } as const
    const { status, text } = await withoutStall(() => send({ ...filled, sensitive: [...filled.sensitive] }))
    // The test key uses the sandbox, so the message is refused because of its length, not because no Slack connection
    // exists.
    expect([status, text.slice(0, 300)]).toEqual([
      422,
      expect.stringContaining('characters together; slack takes 13000'),
    ])
  })

  it('an error names 50 of 9,900 unknown fields, across all blocks and languages, without blocking the main thread', async () => {
    const unknown = (count: number) => Object.fromEntries(times(count, 0).map((_, at) => [`colum${at}`, 1]))
    const block = { type: 'section', text: { type: 'mrkdwn', text: 'x' }, ...unknown(95) }
    const channels = { slack: { blocks: times(10, block) }, discord: { embeds: times(2, unknown(10)) } }
    const languages = ['it', 'en', 'de', 'fr', 'es', 'pt', 'nl', 'sv', 'da']
    const locales = Object.fromEntries(languages.map((language) => [language, { body: 'x', channels }]))
    const item = { it: { body: 'x', channels: { slack: { blocks: [{ ...block, ...unknown(9_800) }] } } } }
    for (const given of [locales, item]) {
      const body = { slug: `t${++saved}`, name: 'Test', locales: given }
      const { status, text } = await withoutStall(() => post(`/v1/manage/workspaces/${ws}/templates`, token, body))
      expect([status, text.slice(0, 300)]).toEqual([422, expect.stringContaining('is not a known field')])
      expect(Object.keys((JSON.parse(text) as { details: object }).details)).toHaveLength(50)
    }
  })

  it('an error names 50 of 9,000 variables that have no value, without blocking the main thread', async () => {
    const body = Array.from({ length: 9_000 }, (_, at) => `{{v${at}}}`).join('')
    const { status, text } = await withoutStall(() => send({ channel: 'email', body }))
    expect(status).toBe(422)
    expect(Object.keys((JSON.parse(text) as { details: object }).details)).toHaveLength(50)
  })
})
