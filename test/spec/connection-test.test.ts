// A test message through a connection: the steps of the API and of `carillon connection test`, and the receipt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailApis } from '../contract/providers/email-apis.ts'
import { commandsIn } from '../harness/command.ts'
import { type EmailReport, emailProviders } from '../harness/email-webhooks.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'

const settingsOf = (name: string, url: string) =>
  emailApis.find((fixture) => fixture.provider === name)!.http!.settings(url)

describe.each(databases)('a test message, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let mail: MailServer
  let tenant: Tenant
  let inbound: string
  let place: string
  let answer: (() => Reply) | undefined
  let messages = 0

  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    mail = await startMailServer()
    provider.reply(() => answer?.() ?? emailProviders.postmark!.accept(`test-${++messages}`))
    tenant = await test.tenant()
    place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections`
    const settings = settingsOf('postmark', provider.url)
    const { body } = await test.manage('POST', `${place}/email/providers`, { provider: 'postmark', settings })
    inbound = body.inbound_url.replace(/^.*\/v1/, '')
    const smtp = { host: '127.0.0.1', port: mail.port, user: 'user', password: 'secret', from: 'shop@shop.example' }
    await test.manage('POST', `${place}/email/providers`, { provider: 'smtp', settings: smtp })
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
    await mail.stop()
  })

  const run = (body: object, channel = 'email') => test.manage('POST', `${place}/${channel}/test`, body)
  const report = async (content: EmailReport) => {
    const { headers, body } = emailProviders.postmark!.webhook(content, test.clock.now())
    expect((await test.call('POST', inbound, { headers, body })).status).toBe(200)
  }
  const receiptOf = async ({ connection, external_id, sent_at }: Record<string, unknown>) => {
    const query = new URLSearchParams({
      connection: String(connection),
      external_id: String(external_id),
      sent_at: String(sent_at),
    })
    return (await test.manage('GET', `${place}/email/test?${query.toString()}`)).body.receipt
  }
  const connectionId = async (position: number) =>
    (await test.manage('GET', `${place}/email/providers`)).body.data[position - 1].id as number

  it('a test message is sent through the first connection, and the response reports each step', async () => {
    const { status, body } = await run({ to: 'ada@example.com' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ provider: 'postmark', accepted: true, external_id: expect.stringContaining('test-') })
    expect(body.steps.map(({ step, state }: { step: string; state: string }) => [step, state])).toEqual([
      ['composed', 'done'],
      ['signed', 'skipped'],
      ['accepted', 'done'],
      ['receipt', 'pending'],
    ])
    const sent = JSON.parse(provider.received.at(-1)!.text)
    expect([sent.To, sent.Subject]).toEqual(['ada@example.com', 'Test message from Carillon'])
  })

  it('the receipt of a test message shows the delivery or the bounce that the provider has reported', async () => {
    const { body: first } = await run({ to: 'ada@example.com' })
    expect(await receiptOf(first)).toBeNull()
    await report({ event: 'delivered', id: first.external_id, address: 'ada@example.com' })
    expect(await receiptOf(first)).toMatchObject({ status: 'delivered' })
    const { body: second } = await run({ to: 'gone@example.com' })
    await report({ event: 'hard', id: second.external_id, address: 'gone@example.com' })
    expect(await receiptOf(second)).toMatchObject({ status: 'bounced', reason: expect.stringContaining('5.1.1') })
  })

  it('a test message is not a delivery, is not charged, and has a line in the audit log that omits the address', async () => {
    const usage = async () => (await test.manage('GET', `/workspaces/${tenant.workspace}`)).body.usage
    const before = await usage()
    await run({ to: 'private@example.com' })
    expect(await usage()).toEqual(before)
    expect((await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries`)).body.data).toEqual([])
    expect((await test.manage('GET', `/workspaces/${tenant.workspace}/recipients`)).body.data).toEqual([])
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?limit=1`)
    expect(body.data[0].action).toBe('testConnection')
    expect(JSON.stringify(body.data[0])).not.toContain('private@')
  })

  it('a test message is sent through the chosen connection, and expects no receipt if this connection uses SMTP', async () => {
    const { body } = await run({ to: 'ada@example.com', connection: await connectionId(2) })
    expect(body).toMatchObject({ provider: 'smtp', accepted: true })
    expect(body.steps.at(-1)).toMatchObject({ step: 'receipt', state: 'skipped' })
    expect(mail.received.at(-1)).toMatchObject({ to: ['ada@example.com'], user: 'user' })
    expect((await run({ to: 'ada@example.com', connection: 999_999 })).status).toBe(404)
  })

  it('the response to a test message shows the reason and the remedy if the provider refuses the credentials', async () => {
    answer = () => ({ status: 401, body: { ErrorCode: 10, Message: 'bad token' } })
    const { body } = await run({ to: 'ada@example.com' })
    answer = undefined
    expect(body).toMatchObject({ accepted: false, external_id: null })
    expect(body.steps.at(-1)).toMatchObject({
      step: 'accepted',
      state: 'failed',
      text: expect.stringContaining('does not accept the credentials'),
      remedy: expect.stringContaining('Create new credentials'),
    })
    // The failed test does not pause the connection.
    expect((await test.manage('GET', `${place}/email`)).body.paused).toBe(false)
  })

  it('if the provider does not answer a test message, the earlier steps are not reported as done', async () => {
    answer = () => ({ drop: 'now' })
    const { body } = await run({ to: 'ada@example.com' })
    answer = undefined
    expect(body.steps.map(({ step, state }: { step: string; state: string }) => [step, state])).toEqual([
      ['composed', 'skipped'],
      ['signed', 'skipped'],
      ['accepted', 'failed'],
    ])
  })

  it('a test message contains an unsubscribe link, which adds an opt-out without a delivery', async () => {
    await run({ to: 'leaving@example.com', connection: await connectionId(2) })
    const { headers } = await parseMail(mail.received.at(-1)!)
    const { pathname } = new URL(headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1))
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(`${test.url}${pathname}`, { method: 'POST', body: form })).status).toBe(200)
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/opt-outs?q=leaving@`)
    expect(body.data).toMatchObject([{ address: 'leaving@example.com', delivery_id: null }])
  })

  it.each([
    ['no address', {}, 'to', /is required/],
    [
      'content that the channel does not have',
      { to: 'ada@example.com', content: { unknown: 1 } },
      'content',
      /no effect/,
    ],
    ['an address of another format', { to: 'ada' }, 'to', /email address/],
  ])('a test message is refused with %s', async (_title, input, field, message) => {
    const { status, body } = await run(input)
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, [field]])
    expect(body.details[field].join()).toMatch(message)
  })

  it('a test message is refused for an address that opted out, and for a channel without a connection', async () => {
    const optOut = { channel: 'email', address: 'no@example.com' }
    await test.manage('POST', `/workspaces/${tenant.workspace}/opt-outs`, optOut)
    const refused = await run({ to: 'No@example.com' })
    expect([refused.status, refused.body.details?.to?.[0]]).toEqual([422, expect.stringContaining('opted out')])
    expect((await run({ to: '123' }, 'telegram')).status).toBe(404)
  })

  it('after 30 test messages in an hour, further test messages are refused', async () => {
    const other = await test.tenant()
    const at = `/workspaces/${other.workspace}/sources/${other.source}/connections/email/test`
    const statuses = new Set<number>()
    for (let i = 0; i < 31; i++) statuses.add((await test.manage('POST', at, { to: 'ada@example.com' })).status)
    expect([...statuses]).toEqual([404, 429])
  })

  describe('carillon connection test', () => {
    const { run: command } = commandsIn(() => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir }))
    const args = () => [
      'connection',
      'test',
      'email',
      '--workspace',
      String(tenant.workspace),
      '--to',
      'ada@example.com',
    ]

    it('`connection test` prints each step, waits for the receipt and exits with 0', async () => {
      const next = `test-${messages + 1}`
      const running = command(...args())
      await test.until(async () => messages >= Number(next.slice(5)))
      await report({ event: 'delivered', id: next, address: 'ada@example.com' })
      const { code, out } = await running
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/^ok {3}composed .*\n– +signed .*\nok {3}accepted .*\nok {3}receipt +delivered\n$/),
      ])
    })

    it('`connection test` exits with 1 and prints the steps as JSON if no receipt arrives', async () => {
      const { code, out } = await command(...args(), '--wait', '0', '--json')
      expect(code).toBe(1)
      const { steps, receipt } = JSON.parse(out)
      expect(receipt).toBeNull()
      expect(steps.at(-1)).toMatchObject({ step: 'receipt', state: 'failed', text: 'no receipt within 0 s' })
    })

    it('`connection test` repeats a failed request for the receipt', async () => {
      const api = await startProvider()
      const steps = [{ step: 'receipt', state: 'pending', text: 'pending', remedy: null }]
      const at = test.clock.now().toISOString()
      let polls = 0
      api.reply(async ({ method, path, headers: { authorization = '' } }) => {
        if (method === 'POST') return { body: { connection: 1, external_id: 'x1', sent_at: at, steps } }
        if (!path.includes('/test?'))
          return { text: await (await fetch(`${test.url}${path}`, { headers: { authorization } })).text() }
        if (++polls === 1) return { status: 502, text: '<html>' }
        return { body: { receipt: { status: 'delivered', at, code: null, reason: null } } }
      })
      const { run: elsewhere } = commandsIn(() => ({ CARILLON_URL: api.url, DATA_DIR: test.dataDir }))
      const { code, out } = await elsewhere(...args(), '--source', String(tenant.source))
      await api.stop()
      expect([code, out, polls]).toEqual([0, expect.stringContaining('delivered'), 2])
    })

    it('`connection test` exits with 0 for a connection that sends no receipts', async () => {
      const { code, out } = await command(...args(), '--connection', String(await connectionId(2)))
      expect([code, out]).toEqual([0, expect.stringContaining('SMTP sends no receipts')])
    })

    it.each([
      ['--wait', '-1'],
      ['--connection', 'x'],
    ])('`connection test` exits with 2 for %s %s', async (flag, value) => {
      expect((await command(...args(), flag, value)).code).toBe(2)
    })
  })
})
