// The management API for sources, their keys and their connections.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../harness/members.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const TOKEN = 'a-very-secret-token'
/** Settings of a Discord connection. The webhook URL is a secret, and its last part is TOKEN. */
const SETTINGS = {
  webhook_url: `https://discord.com/api/webhooks/1/${TOKEN}`,
  avatar_url: 'https://provider.example/face.png',
}
const SETTINGS_OF_CHANNEL: Record<string, object> = {
  discord: SETTINGS,
  email: { url: 'smtp://mail.provider.example:587', from: 'shop@provider.example' },
  slack: { bot_token: 'xoxb-1', channel: 'C1' },
  telegram: { bot_token: '1:abc' },
}
const message = { recipient: { email: 'ada@example.com', locale: 'en' }, template: 'hello', vars: { name: 'Ada' } }

describe.each(databases)('sources in the management API, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService(kind)
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/sources`
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const newSource = async () => (await test.manage('POST', at, { name: 'App' })).body.id as number

  it('creates, reads, lists and changes a source', async () => {
    const created = await test.manage('POST', at, { name: 'Checkout' })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ name: 'Checkout', rate_limit: 100, confirm_click: false })
    const one = `${at}/${created.body.id}`
    const changed = await test.manage('PATCH', one, { rate_limit: 7, confirm_click: true })
    expect(changed.body).toMatchObject({ name: 'Checkout', rate_limit: 7, confirm_click: true })
    expect((await test.manage('GET', one)).body).toEqual(changed.body)
    expect((await test.manage('GET', `${at}?limit=100`)).body.data).toContainEqual(changed.body)
    expect((await test.manage('GET', `${at}?limit=1`)).body.next_cursor).toEqual(expect.any(String))
  })

  it('keeps both changes when two requests change different fields of a source at the same time', async () => {
    const one = `${at}/${await newSource()}`
    await Promise.all([test.manage('PATCH', one, { name: 'Renamed' }), test.manage('PATCH', one, { rate_limit: 3 })])
    expect((await test.manage('GET', one)).body).toMatchObject({ name: 'Renamed', rate_limit: 3 })
  })

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'a', rate_limit: 0 }, 'rate_limit'],
    [{ name: 'a', rate_limit: '5' }, 'rate_limit'],
    [{ name: 'a', confirm_click: 'yes' }, 'confirm_click'],
    [{ name: 'a', confirmClick: true }, 'confirmClick'],
  ])('returns 422 for a request to create the source %j', async (body, field) => {
    const answer = await test.manage('POST', at, body)
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([422, [field]])
  })

  it('shows an API key once, accepts the API key in requests, and refuses the API key after its revocation', async () => {
    const keys = `${at}/${await newSource()}/api-keys`
    const { status, body } = await test.manage('POST', keys, { mode: 'test' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.any(Number),
      mode: 'test',
      key: expect.stringMatching(/^svc_test_[A-Za-z0-9]{40}$/),
    })
    expect((await test.manage('POST', keys, { mode: 'live' })).body.key).toMatch(/^svc_live_[A-Za-z0-9]{40}$/)
    const listed = await test.manage('GET', keys)
    expect(JSON.stringify(listed.body)).not.toContain(body.key)
    expect(listed.body.data[0]).toMatchObject({
      id: body.id,
      mode: 'test',
      hint: `…${body.key.slice(-4)}`,
      revoked_at: null,
    })
    expect((await test.send(body.key, message)).status).toBe(202)
    expect((await test.manage('DELETE', `${keys}/${body.id}`)).status).toBe(204)
    expect((await test.send(body.key, message)).status).toBe(403)
    const first = (await test.manage('GET', keys)).body.data[0].revoked_at
    expect((await test.manage('DELETE', `${keys}/${body.id}`)).status).toBe(204)
    expect((await test.manage('GET', keys)).body.data[0].revoked_at).toBe(first)
    expect((await test.manage('DELETE', `${keys}/999999`)).status).toBe(404)
    for (const mode of [undefined, 'prod', 1]) expect((await test.manage('POST', keys, { mode })).status).toBe(422)
  })

  it('a key names the member or the management token that created it', async () => {
    const path = `${at}/${await newSource()}`
    const ofToken = (await test.manage('POST', `${path}/trigger-keys`, {})).body
    expect(ofToken.created_by).toEqual({
      kind: 'token',
      id: expect.any(Number),
      name: expect.stringMatching(/^Management token /),
    })
    const admin = await addMember(test, tenant.workspace, 'admin', 'maker@x.example')
    const made = await admin.request('POST', `${path}/api-keys`, { mode: 'test', name: 'Nightly' })
    expect(made.status).toBe(201)
    const { data } = (await test.manage('GET', `${path}/api-keys`)).body
    expect(data).toMatchObject([
      { name: 'Nightly', created_by: { kind: 'member', id: expect.any(Number), name: expect.any(String) } },
    ])
  })

  it('creates a trigger key with its URL, in live mode unless test mode is requested [D27e]', async () => {
    const keys = `${at}/${tenant.source}/trigger-keys`
    const live = await test.manage('POST', keys, {})
    expect(live.body).toMatchObject({ mode: 'live', key: expect.stringMatching(/^svcwh_[A-Za-z0-9]{40}$/) })
    const { body } = await test.manage('POST', keys, { mode: 'test' })
    expect(body).toMatchObject({ mode: 'test', url: `${test.service.publicUrl}/v1/wh/${body.key}` })
    const sent = await test.call('POST', `/wh/${body.key}`, { body: message })
    expect(sent.status).toBe(202)
    expect((await test.settled(tenant, sent.body.delivery_id, 'sent')).mode).toBe('test')
    expect((await test.manage('DELETE', `${at}/${tenant.source}/api-keys/${body.id}`)).status).toBe(404)
    expect((await test.manage('DELETE', `${keys}/${body.id}`)).status).toBe(204)
    expect((await test.call('POST', `/wh/${body.key}`, { body: message })).status).toBe(401)
  })

  it('permits 100 active API keys per source, and lists at most 100 revoked API keys in addition to the active keys', async () => {
    const source = await newSource()
    const keys = `${at}/${source}/api-keys`
    const fill = (revoked: Date | null, count: number) =>
      test.service.db.query({
        text: `insert into keys (workspace_id, source_id, kind, mode, hash, sealed, hint, created_at, revoked_at)
               select $1, $2, 'api', 'test', sha256(gen_random_uuid()::text::bytea), 'x', 'abcd', now(), $3
               from generate_series(1, $4::int) as n`,
        values: [tenant.workspace, source, revoked, count],
      })
    await fill(new Date(), 120)
    await fill(null, 99)
    expect((await test.manage('POST', keys, { mode: 'test' })).status).toBe(201)
    const { status, body } = await test.manage('POST', keys, { mode: 'test' })
    expect([status, body.message]).toEqual([409, 'This source has 100 api keys in use: revoke one first.'])
    expect((await test.manage('POST', `${at}/${source}/trigger-keys`, {})).status).toBe(201)
    const { data } = (await test.manage('GET', keys)).body
    expect([data.length, data.filter((key: { revoked_at: unknown }) => key.revoked_at === null).length]).toEqual([
      200, 100,
    ])
    await test.manage('DELETE', `${keys}/${data.at(-1).id}`)
    expect((await test.manage('POST', keys, { mode: 'test' })).status).toBe(201)
  })

  it('deletes a source together with its keys and connections', async () => {
    const source = await newSource()
    const { body } = await test.manage('POST', `${at}/${source}/api-keys`, { mode: 'test' })
    await test.manage('PUT', `${at}/${source}/connections/slack`, { settings: SETTINGS })
    expect((await test.manage('DELETE', `${at}/${source}`)).status).toBe(204)
    expect((await test.send(body.key, message)).status).toBe(403)
    for (const part of ['', '/api-keys', '/trigger-keys', '/connections', '/connections/slack'])
      expect([part, (await test.manage('GET', `${at}/${source}${part}`)).status]).toEqual([part, 404])
    for (const [method, part, given] of [
      ['DELETE', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['POST', '/api-keys', { mode: 'test' }],
      ['PUT', '/connections/slack', { settings: SETTINGS }],
      ['DELETE', '/connections/slack', undefined],
    ] as const)
      expect([part, (await test.manage(method, `${at}/${source}${part}`, given)).status]).toEqual([part, 404])
  })

  it('leaves no usable API key on a source that is deleted while keys are created', async () => {
    const source = await newSource()
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => test.manage('POST', `${at}/${source}/api-keys`, { mode: 'test' }))),
      test.manage('DELETE', `${at}/${source}`),
    ])
    for (const { status, body } of made) {
      expect([201, 404]).toContain(status)
      if (status === 201) expect((await test.send(body.key, message)).status).toBe(403)
    }
  })

  it('connects a channel, masks its secret, and keeps the secret when a later request omits the secret or sends the mask', async () => {
    const connection = `${at}/${await newSource()}/connections/discord`
    const webhook_url = `${provider.url}/api/webhooks/1/${TOKEN}`
    const made = await test.manage('PUT', connection, { settings: { ...SETTINGS, webhook_url } })
    expect(made.status).toBe(200)
    const shown = { ...SETTINGS, webhook_url: '••••' }
    expect(made.body).toMatchObject({ channel: 'discord', settings: shown, paused: false })
    for (const settings of [{ username: 'Other' }, { username: 'Third', webhook_url: '••••' }]) {
      const { status, body } = await test.manage('PUT', connection, { settings })
      expect([status, body.settings]).toEqual([200, { username: settings.username, webhook_url: '••••' }])
      expect((await test.manage('POST', `${connection}/check`)).body).toMatchObject({ ok: true, problems: {} })
      expect(provider.received.at(-1)!.path).toContain(TOKEN)
    }
    const read = await test.manage('GET', connection)
    expect(JSON.stringify(read.body)).not.toContain(TOKEN)
    const { rows } = await test.service.db.query<{ all: string }>({
      text: 'select connections::text as all from connections union all select p::text from provider_connections p',
    })
    expect(rows.map((row) => row.all).join()).not.toContain(TOKEN)
    expect((await test.manage('GET', connection.replace('/discord', ''))).body.data).toEqual([read.body])
    expect((await test.manage('DELETE', connection)).status).toBe(204)
    expect((await test.manage('GET', connection)).status).toBe(404)
    expect((await test.manage('DELETE', connection)).status).toBe(404)
    expect((await test.manage('POST', `${connection}/check`)).status).toBe(404)
    expect((await test.manage('POST', `${connection}/resume`)).status).toBe(404)
  })

  it.each([
    [{ avatar_url: SETTINGS.avatar_url }, 'settings.webhook_url'],
    [{ ...SETTINGS, webhook_url: '••••' }, 'settings.webhook_url'],
    [{ ...SETTINGS, webhook_url: 'abc' }, 'settings.webhook_url'],
    [{ ...SETTINGS, webhook_url: 'http://' }, 'settings.webhook_url'],
    [{ ...SETTINGS, api_base: 'ftp://gate.example' }, 'settings.api_base'],
    [{ ...SETTINGS, webhook_url: 'https://discord.com/else' }, 'settings.webhook_url'],
    [{ ...SETTINGS, username: 3 }, 'settings.username'],
    [{ ...SETTINGS, colour: 'red' }, 'settings.colour'],
    [{ ...SETTINGS, avatar_url: 'https://user:pass@provider.example/' }, 'settings.avatar_url'],
    ['text', 'settings'],
  ])('returns 422 for the Discord settings %j', async (settings, field) => {
    const { status, body } = await test.manage('PUT', `${at}/${await newSource()}/connections/discord`, { settings })
    expect([status, Object.keys(body.details)]).toEqual([422, [field]])
  })

  it('returns 422 for a Slack webhook URL without a host', async () => {
    const settings = { webhook_url: 'http://' }
    const { status, body } = await test.manage('PUT', `${at}/${await newSource()}/connections/slack`, { settings })
    expect([status, Object.keys(body.details)]).toEqual([422, ['settings.webhook_url']])
  })

  it('returns 422 for a connection of an unknown channel', async () => {
    expect((await test.manage('PUT', `${at}/${tenant.source}/connections/fax`, { settings: {} })).status).toBe(422)
  })

  it('lists every channel with the schema of its settings', async () => {
    const { body } = await test.manage('GET', '/channels')
    const named = Object.fromEntries(body.data.map((channel: { name: string }) => [channel.name, channel]))
    expect(Object.keys(named).sort()).toEqual([
      'discord',
      'email',
      'messenger',
      'push',
      'slack',
      'sms',
      'telegram',
      'whatsapp',
    ])
    expect(named.discord.settings.properties.webhook_url).toMatchObject({ secret: true })
    expect(Object.values(named).every(({ settings }) => settings?.type === 'object')).toBe(true)
  })

  it('refuses to save connection settings if the request contains an outdated version', async () => {
    const connection = `${at}/${await newSource()}/connections/discord`
    const put = (version?: number) => test.manage('PUT', connection, { settings: SETTINGS, version })
    expect((await put(1)).body.message).toMatch(/^The discord connection was removed/)
    expect((await put(0)).body.version).toBe(1)
    const late = await put(0)
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringMatching(/^The discord settings were changed after they were read, at 20/),
    ])
    expect((await put(1)).body.version).toBe(2)
    expect((await put()).body.version).toBe(3)
    expect((await put(-1)).status).toBe(422)
  })

  it('shows why a connection is paused, and ends the pause on request or when new settings are saved', async () => {
    const source = await newSource()
    const connection = `${at}/${source}/connections/discord`
    const pause = (until: string) =>
      test.service.db.query({
        text: "update connections set paused_until = $2, pause_reason = 'the token was revoked' where source_id = $1",
        values: [source, until],
      })
    await test.manage('PUT', connection, { settings: SETTINGS })
    await pause('infinity')
    const paused = { paused: true, paused_until: null, pause_reason: 'the token was revoked' }
    expect((await test.manage('GET', connection)).body).toMatchObject(paused)
    expect((await test.manage('POST', `${connection}/check`)).body).toMatchObject({ ok: false, paused: true })
    expect((await test.manage('POST', `${connection}/resume`)).status).toBe(204)
    expect((await test.manage('GET', connection)).body).toMatchObject({ paused: false, pause_reason: null })
    await pause('2100-01-01T00:00:00Z')
    expect((await test.manage('GET', connection)).body.paused_until).toBe('2100-01-01T00:00:00.000Z')
    await test.manage('PUT', connection, { settings: SETTINGS })
    expect((await test.manage('GET', connection)).body).toMatchObject({ paused: false, paused_until: null })
  })

  it('connects three channels on the Free plan [LIM-44] and refuses a fourth channel with the reason [LIM-45] [D19b]', async () => {
    const free = await test.tenant({ plan: 'free' })
    const sources = `/workspaces/${free.workspace}/sources`
    const other = (await test.manage('POST', sources, { name: 'Other' })).body.id
    const put = (source: number, channel: string) =>
      test.manage('PUT', `${sources}/${source}/connections/${channel}`, { settings: SETTINGS_OF_CHANNEL[channel] })
    for (const [source, channel] of [
      [free.source, 'email'],
      [other, 'telegram'],
      [free.source, 'slack'],
      [other, 'email'],
    ] as const)
      expect((await put(source, channel)).status).toBe(200)
    const fourth = await put(free.source, 'discord')
    expect(fourth.status).toBe(422)
    expect(fourth.body.details.channel[0]).toMatch(/Free plan allows 3 channels, and email, slack, telegram/)
    await test.manage('DELETE', `${sources}/${free.source}/connections/slack`)
    expect((await put(free.source, 'discord')).status).toBe(200)
    await test.manage('PATCH', `/workspaces/${free.workspace}`, { plan: 'pro' })
    expect((await put(free.source, 'slack')).status).toBe(200)
  })

  it('connects no fourth channel on the Free plan, even when two requests for different channels arrive at once [D19b]', async () => {
    const free = await test.tenant({ plan: 'free' })
    const connections = `/workspaces/${free.workspace}/sources/${free.source}/connections`
    for (const channel of ['email', 'telegram'])
      await test.manage('PUT', `${connections}/${channel}`, { settings: SETTINGS_OF_CHANNEL[channel] })
    const both = await Promise.all(
      ['slack', 'discord'].map((channel) =>
        test.manage('PUT', `${connections}/${channel}`, { settings: SETTINGS_OF_CHANNEL[channel] }),
      ),
    )
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    expect((await test.manage('GET', connections)).body.data).toHaveLength(3)
  })

  it('keeps existing connections when the workspace changes to a smaller plan [D19c]', async () => {
    const { workspace, source } = await test.tenant({ plan: 'pro' })
    const connections = `/workspaces/${workspace}/sources/${source}/connections`
    const channels = ['discord', 'email', 'slack', 'telegram']
    for (const channel of channels)
      await test.manage('PUT', `${connections}/${channel}`, { settings: SETTINGS_OF_CHANNEL[channel] })
    await test.manage('PATCH', `/workspaces/${workspace}`, { plan: 'free' })
    const { body } = await test.manage('GET', connections)
    expect(body.data.map(({ channel }: { channel: string }) => channel)).toEqual(channels)
    expect((await test.manage('PUT', `${connections}/slack`, { settings: SETTINGS_OF_CHANNEL.slack })).status).toBe(200)
  })

  it('concurrent requests to connect and disconnect a channel cause no server error', async () => {
    const connection = `${at}/${await newSource()}/connections/discord`
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? test.manage('PUT', connection, { settings: SETTINGS }) : test.manage('DELETE', connection),
      ),
    )
    for (const { status } of answers) expect([200, 204, 404]).toContain(status)
  })
})

describe('connections without ALLOW_PRIVATE_NETWORK', () => {
  it('refuses connection settings with plain http or a private address when ALLOW_PRIVATE_NETWORK is 0', async () => {
    const test = await startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' })
    try {
      const { workspace, source } = await test.tenant()
      for (const url of ['http://provider.example/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.7/']) {
        const { status, body } = await test.manage(
          'PUT',
          `/workspaces/${workspace}/sources/${source}/connections/discord`,
          {
            settings: { ...SETTINGS, avatar_url: url },
          },
        )
        expect([url, status, Object.keys(body.details ?? {})]).toEqual([url, 422, ['settings.avatar_url']])
      }
    } finally {
      await test.stop()
    }
  })
})
