// The management API accepts the server of an SMTP connection in separate fields, or in a URL as in version 0.1.0.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

const from = 'Shop <hello@shop.example>'

describe.each(databases)('the fields of an SMTP connection, %s', (kind) => {
  let test: TestService
  let mail: MailServer
  let tenant: Tenant
  let place: string

  beforeAll(async () => {
    test = await startTestService(kind)
    mail = await startMailServer()
    tenant = await test.tenant()
    place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`
  })
  afterAll(async () => {
    await test.stop()
    await mail.stop()
  })

  const put = (settings: object) => test.manage('PUT', place, { settings })
  const server = (more: object = {}) => ({
    host: '127.0.0.1',
    port: mail.port,
    user: 'user',
    password: 'secret',
    from,
    ...more,
  })
  const send = async () => {
    const recipient = { email: 'ada@example.com' }
    const sent = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' } })
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    return mail.received.at(-1)!
  }
  /** Returns the names of the settings in the database. Secrets are in a separate, encrypted column. */
  const storedNames = async () => {
    const { rows } = await test.service.db.query<{ settings: object }>({
      text: `select settings from provider_connections where workspace_id = $1
             union all select settings from connections where workspace_id = $1`,
      values: [tenant.workspace],
    })
    return new Set(rows.flatMap(({ settings }) => Object.keys(settings)))
  }

  it('a connection that was saved with separate fields uses the server, the user and the password of these fields', async () => {
    const { status, body } = await put(server())
    expect([status, body.problems]).toEqual([200, {}])
    expect(await send()).toMatchObject({ user: 'user' })
  })

  it('separate fields are stored as a URL, because processes of 0.1.0 read the URL', async () => {
    await put(server())
    expect([...(await storedNames())]).toEqual(['from'])
  })

  it('the API shows separate fields with a masked password, whether a request saved fields or a URL', async () => {
    const shown = { host: '127.0.0.1', port: mail.port, security: 'starttls', user: 'user', password: '••••', from }
    expect((await put(server())).body.settings).toEqual(shown)
    const url = mail.url.replace('//', '//user:secret@')
    expect((await put({ url, from })).body.settings).toEqual(shown)
    expect((await put({ url: `${url}?tls=unverified&name=a.example`, from })).body.settings).toEqual({
      ...shown,
      certificate: 'unverified',
      client_name: 'a.example',
    })
    expect((await test.manage('GET', `${place}/providers`)).body.data[0].settings).toMatchObject(shown)
  })

  it('a request with neither a host nor a URL keeps the stored server', async () => {
    await put(server())
    const { status, body } = await put({ from: 'News <news@shop.example>', url: '••••' })
    expect([status, body.settings.host, body.settings.from]).toEqual([200, '127.0.0.1', 'News <news@shop.example>'])
    expect((await send()).from).toBe('news@shop.example')
  })

  it('a request with a masked password keeps the stored password, and a request with a URL replaces all fields of the server', async () => {
    await put(server())
    expect((await put(server({ password: '••••', from: 'news@shop.example' }))).status).toBe(200)
    expect(await send()).toMatchObject({ user: 'user', from: 'news@shop.example' })
    const { body } = await put({ ...server(), password: '••••', url: mail.url })
    expect(body.settings).not.toHaveProperty('user')
    expect((await send()).user).toBeUndefined()
  })

  it('a user without a password, which 0.1.0 permitted, is kept when another setting changes', async () => {
    await put({ url: mail.url.replace('//', '//user@'), from })
    const { body: shown } = await test.manage('GET', `${place}/providers`)
    const { status, body } = await put({ ...shown.data[0].settings, from: 'news@shop.example' })
    expect([status, body.settings?.user]).toEqual([200, 'user'])
    expect((await put({ host: '127.0.0.1', port: mail.port, user: 'other', from })).status).toBe(200)
  })

  it('a user that equals the password is masked, is kept if a request contains the mask, and is required again for another server', async () => {
    const { body } = await put(server({ user: 'token', password: 'token' }))
    expect(body.settings).toMatchObject({ user: '••••', password: '••••' })
    const masked = { ...body.settings, from: 'news@shop.example' }
    expect((await put(masked)).body.settings).toMatchObject({ user: '••••', password: '••••' })
    expect((await put({ ...masked, password: undefined })).status).toBe(200)
    const moved = await put({ ...masked, host: 'localhost', password: 'new' })
    expect([moved.status, Object.keys(moved.body.details ?? {})]).toEqual([422, ['settings.user']])
    expect((await put(server())).body.settings.user).toBe('user')
  })

  it('a request with a URL and the fields of another server is refused, unless the fields equal the stored fields', async () => {
    await put(server())
    const url = mail.url.replace('127.0.0.1', 'localhost')
    const refused = await put({ url, host: 'mail.example.com', from })
    expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([422, ['settings.url']])
    expect((await put({ ...server(), password: '••••', url })).status).toBe(200)
  })

  it('the error for a new connection without a server names the field `host`', async () => {
    const other = await test.tenant()
    const at = `/workspaces/${other.workspace}/sources/${other.source}/connections/email`
    const { body } = await test.manage('PUT', at, { settings: { from } })
    expect(Object.keys(body.details)).toEqual(['settings.host'])
  })

  it.each([
    ['host', { host: 'localhost' }],
    ['port', { port: 2526 }],
    ['security', { security: 'none' }],
    ['certificate', { certificate: 'unverified' }],
  ])('a changed %s requires the password again', async (name, change) => {
    await put(server())
    const { status, body } = await put(server({ ...change, password: '••••' }))
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['settings.password']])
    expect(body.details['settings.password'][0]).toContain(`${name} changed`)
    expect((await put(server({ ...change }))).status).toBe(200)
  })

  it('a request without a user removes the stored password', async () => {
    await put(server())
    const { body } = await put({ host: '127.0.0.1', port: mail.port, from })
    expect(body.settings).not.toHaveProperty('password')
    expect((await send()).user).toBeUndefined()
  })

  it('a problem of a field is reported at the field, and a problem of a URL at the URL', async () => {
    expect(Object.keys((await put(server({ host: 'smtp://x' }))).body.details)).toEqual(['settings.host'])
    expect(Object.keys((await put({ url: 'http://x', from })).body.details)).toEqual(['settings.url'])
    expect(Object.keys((await put(server({ api_base: 'https://x.example' }))).body.details)).toEqual([
      'settings.api_base',
    ])
    expect(Object.keys((await put({ host: 5, from })).body.details)).toEqual(['settings.host'])
  })

  it('the audit log names the old and the new server, and no credentials', async () => {
    await put(server())
    await put(server({ host: 'localhost' }))
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?limit=1`)
    const [entry] = body.data
    expect(entry.before.destinations).toEqual([`url 127.0.0.1:${mail.port}`])
    expect(entry.change.destinations).toEqual([`url localhost:${mail.port}`])
    expect(JSON.stringify(entry)).not.toContain('"secret"')
  })
})
