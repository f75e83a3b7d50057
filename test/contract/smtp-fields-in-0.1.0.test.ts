// SMTP connections during the upgrade from 0.1.0: this version saves separate fields, and 0.1.0 reads one URL.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Tenant, type TestClient } from '../harness/client.ts'
import { createMixedVersions, type MixedVersions } from '../harness/mixed-versions.ts'
import { reasonAgainstReleased } from '../harness/released.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

const reason = reasonAgainstReleased('0.1.0')
const title = `SMTP connections beside 0.1.0${reason === undefined ? '' : ` (skipped: ${reason})`}`

/** The accounts of the mail server, with characters that a URL must escape. */
const accounts: Record<string, string> = { 'ada@shop.example': 'p@ss:/?#%20 é+', user: 'secret' }
const from = 'Shop <hello@shop.example>'

describe.skipIf(reason !== undefined)(title, () => {
  let installation: MixedVersions
  let mail: MailServer
  /** Clients of an API process of 0.1.0, and of one of this version. Only 0.1.0 has a worker. */
  let old: TestClient
  let client: TestClient
  let tenant: Tenant
  let place: string

  beforeAll(async () => {
    installation = await createMixedVersions()
    mail = await startMailServer({
      onAuth: ({ username = '', password }, _session, done) =>
        accounts[username] === password ? done(null, { user: username }) : done(new Error('5.7.8 Bad credentials')),
    })
    const { dataDir, start, startOld } = installation
    expect(await startOld('migrate').ended).toBe(0)
    expect(await startOld('token').ended).toBe(0)
    const [api, worker] = [startOld('api'), startOld('worker')]
    old = createClient(await api.url, dataDir)
    await old.until(async () => /delivering/i.test(worker.output()))
    expect(await start('migrate').ended).toBe(0)
    client = createClient(await start('api').url, dataDir)
    tenant = await old.tenant()
    place = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`
  })
  afterAll(async () => {
    await installation?.remove()
    await mail?.stop()
  })

  const save = async (by: TestClient, settings: object) => {
    const { status, body } = await by.manage('PUT', place, { settings })
    expect([status, body.problems]).toEqual([200, {}])
  }
  const shown = async (by: TestClient) => (await by.manage('GET', place)).body.settings
  const server = (user: string, more: object = {}) => ({
    ...{ host: '127.0.0.1', port: mail.port, security: 'starttls', user, password: accounts[user] },
    ...{ client_name: 'mail.shop.example', from, ...more },
  })
  /** Sends through the API of 0.1.0, and returns the mail that its worker delivered. */
  const send = async () => {
    const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
    const { status, body } = await old.send(tenant.liveKey, message)
    expect(status, JSON.stringify(body)).toBe(202)
    await old.settled(tenant, body.delivery_id, 'sent')
    return mail.received.at(-1)
  }

  it('a process of 0.1.0 sends through a connection that was saved with fields', async () => {
    await save(client, server('ada@shop.example'))
    expect(await send()).toMatchObject({ user: 'ada@shop.example' })
    await save(client, server('user'))
    expect(await send()).toMatchObject({ user: 'user' })
  })

  it('a process of 0.1.0 sends through a connection with a domain and a mailbox for bounce mails', async () => {
    const bounce_mailbox = { host: '127.0.0.1', port: 1143, user: 'bounces', password: 'secret' }
    const bounces = { bounce_domain: 'bounce.shop.example', mode: 'polling', bounce_mailbox }
    await client.manage('PUT', place, { settings: server('user', bounces) })
    expect(await shown(client)).toMatchObject({ bounce_domain: 'bounce.shop.example', mode: 'polling' })
    expect(await send()).toMatchObject({ user: 'user', from: 'hello@shop.example' })
    await save(client, server('user', { bounce_mailbox: null }))
  })

  it('each version shows and changes a server that the other version saved', async () => {
    await save(client, server('ada@shop.example'))
    const { url } = await shown(old)
    expect(url).toMatch(/^[^a-z]+$/)
    await save(old, { url, from: 'Shop <news@shop.example>' })
    expect(await shown(client)).toMatchObject({
      ...server('ada@shop.example', { from: 'Shop <news@shop.example>' }),
      password: url,
    })
    await save(old, { url: mail.url.replace('//', '//user:secret@'), from })
    const { client_name: _name, ...fields } = server('user', { password: url })
    expect(await shown(client)).toEqual(fields)
    await save(client, { ...fields, from: 'Shop <help@shop.example>' })
    expect(await send()).toMatchObject({ user: 'user', from: 'help@shop.example' })
  })
})
