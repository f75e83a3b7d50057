// When a setting changes the destination of a secret, the service does not send the stored secret to the new
// destination.
import { generateKeyPairSync } from 'node:crypto'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelName } from '../../src/channels/index.ts'
import { appleSettings, startApple } from '../harness/apple.ts'
import { startImap } from '../harness/imap.ts'
import { startProvider } from '../harness/provider.ts'
import { serviceAccount } from '../harness/push.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startMailServer } from '../harness/smtp.ts'
import { connect } from './providers/delivery-case.ts'
import { allProviders, fixtureName, type ProviderRef, providerFor } from './providers/fixture.ts'
import { providerFixtures } from './providers/index.ts'

type Settings = Record<string, unknown>

interface Schema {
  format?: string
  default?: unknown
  examples?: unknown[]
  secret?: boolean
  destination?: boolean
  local?: boolean
  hasOwnDestinations?: boolean
  properties?: Record<string, Schema>
}

interface Setting {
  path: string
  schema: Schema
}

function settingsIn(schema: Schema, at = ''): Setting[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`
    return [{ path, schema: part }, ...settingsIn(part, path)]
  })
}

/** Returns the settings that contain an address but do not declare whether secrets are sent to it. */
function undeclared(schema: Schema): string[] {
  const named = /(^|[_.])(url|uri|host|base|endpoint|server|domain|subject|address|proxy|gateway)$/
  const written = (value: unknown) => typeof value === 'string' && /^([a-z]+:\/\/|mailto:)/i.test(value)
  return settingsIn(schema)
    .filter(({ path, schema: part }) => {
      const isAddress =
        part.format === 'uri' || named.test(path) || [part.default, ...(part.examples ?? [])].some(written)
      return isAddress && typeof part.destination !== 'boolean'
    })
    .map(({ path }) => path)
}

const schemaOf = (ref: ProviderRef) => providerFor(ref).settings as unknown as Schema
const providers = allProviders.map((ref) => [fixtureName(ref), ref] as const)

describe('settings of providers', () => {
  it.each(providers)('every address setting of %s declares whether secrets are sent to it', (_name, ref) => {
    expect(undeclared(schemaOf(ref))).toEqual([])
  })

  it.each(providers)('the schema of %s marks secrets, and settings that decide their destination', (_name, ref) => {
    const places = settingsIn(schemaOf(ref))
    expect(places.filter(({ schema }) => schema.secret).length).toBeGreaterThan(0)
    expect(places.filter(({ schema }) => schema.destination).length).toBeGreaterThan(0)
  })

  it('finds undeclared address settings at any depth of a schema', () => {
    const schema = Type.Object({
      smtp_host: Type.String(),
      group: Type.Object({ where: Type.String({ format: 'uri' }), name: Type.String() }),
      gate: Type.String({ default: 'https://provider.example' }),
      api_base: Type.String({ destination: true }),
    })
    expect(undeclared(schema as unknown as Schema)).toEqual(['smtp_host', 'group.where', 'gate'])
  })
})

/** A server on loopback. The tests check whether the service sends secrets to it. */
interface Destination {
  url: string
  /** All data that clients sent to this destination, as one text. */
  received(): string
  stop(): Promise<void>
}

async function httpDestination(): Promise<Destination> {
  const provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, id: '1', access_token: `access-${provider.url}`, expires_in: 3600 } }))
  return {
    url: provider.url,
    received: () => provider.received.map((request) => JSON.stringify(request)).join('\n'),
    stop: () => provider.stop(),
  }
}

async function mailDestination(): Promise<Destination> {
  const log: string[] = []
  const server = await startMailServer({
    onConnect: (_session, done) => {
      log.push('connected')
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      log.push(`${username} ${password}`)
      done(null, { user: username })
    },
  })
  return { url: server.url, received: () => log.join('\n'), stop: () => server.stop() }
}

async function appleDestination(): Promise<Destination> {
  const apple = await startApple()
  return {
    url: apple.url,
    received: () => apple.received.map((request) => JSON.stringify(request)).join('\n'),
    stop: () => apple.stop(),
  }
}

/** Returns a function that opens mailboxes. Each mailbox has a different host than the previous mailbox. */
function createMailboxes(): () => Promise<Destination> {
  let next = '127.0.0.1'
  return async () => {
    const host = next
    next = host === 'localhost' ? '127.0.0.1' : 'localhost'
    const imap = await startImap({ user: 'bounces', password: 'no client sends this password', host })
    return { url: `imap://${host}:${imap.port}`, received: () => imap.logins().join('\n'), stop: () => imap.stop() }
  }
}

const pem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

interface Fixture extends ProviderRef {
  /** Settings for a connection to `url`. The secrets contain `mark` if the provider's format permits it. */
  settings: (url: string, mark: string) => Settings
  open: () => Promise<Destination>
}

const graph = (mark: string) => ({ app_secret: `app-${mark}`, verify_token: `verify-${mark}` })

/**
 * Settings for channels whose provider fixture lacks a destination or a secret. If such a channel has several kinds of
 * connection, each kind has an entry.
 */
const special: Partial<Record<ChannelName, Omit<Fixture, 'channel'>[]>> = {
  email: [
    {
      settings: (url, mark) => ({
        url: url.replace('//', `//user:pass-${mark}@`),
        from: 'Shop <shop@shop.example>',
        dkim: { domain: 'shop.example', selector: 's1', private_key: pem() },
      }),
      open: mailDestination,
    },
    {
      settings: (url, mark) => ({
        url: `smtp://user:pass-${mark}@${new URL(url).hostname}:9`,
        from: 'Shop <shop@shop.example>',
        mode: 'polling',
        bounce_mailbox: {
          host: new URL(url).hostname,
          port: Number(new URL(url).port),
          user: 'bounces',
          password: `password-${mark}`,
        },
      }),
      open: createMailboxes(),
    },
  ],
  whatsapp: [
    {
      settings: (url, mark) => ({
        phone_number_id: '10',
        waba_id: '20',
        access_token: `token-${mark}`,
        ...graph(mark),
        api_base: url,
      }),
      open: httpDestination,
    },
  ],
  messenger: [
    {
      settings: (url, mark) => ({
        page_id: '30',
        page_access_token: `token-${mark}`,
        ...graph(mark),
        api_base: url,
      }),
      open: httpDestination,
    },
  ],
  push: [
    {
      settings: (url, mark) => ({
        vapid: { subject: 'mailto:push@shop.example' },
        fcm: {
          service_account: { ...serviceAccount(url), private_key: pem(), client_email: `${mark}@shop.example` },
          api_base: url,
        },
      }),
      open: httpDestination,
    },
    { settings: (url, mark) => ({ expo: { access_token: `token-${mark}`, api_base: url } }), open: httpDestination },
    { settings: (url) => ({ apns: appleSettings(url) }), open: appleDestination },
  ],
  discord: [
    {
      settings: (url, mark) => ({ webhook_url: `https://discord.com/api/webhooks/1/${mark}`, api_base: url }),
      open: httpDestination,
    },
    { settings: (url, mark) => ({ webhook_url: `${url}/api/webhooks/1/${mark}` }), open: httpDestination },
  ],
  slack: [
    {
      settings: (url, mark) => ({ bot_token: `xoxb-${mark}`, channel: 'C0987654321', api_base: url }),
      open: httpDestination,
    },
    {
      settings: (url, mark) => ({
        webhook_url: `https://hooks.slack.com/services/T000/B000/${mark}`,
        api_base: url,
      }),
      open: httpDestination,
    },
    { settings: (url, mark) => ({ webhook_url: `${url}/services/T000/B000/${mark}` }), open: httpDestination },
  ],
}

/** Returns the settings of a provider fixture with `mark` in their secret. */
const marked = (settings: Settings, mark: string): Settings =>
  JSON.parse(JSON.stringify(settings).replaceAll('secret-token', `secret-${mark}`))

const fixtures: Fixture[] = allProviders.flatMap((ref) => {
  const own = ref.provider === undefined ? special[ref.channel] : undefined
  if (own) return own.map((each) => ({ ...each, ...ref }))
  return providerFixtures
    .filter(({ channel, provider }) => channel === ref.channel && provider === ref.provider)
    .flatMap(({ http }): Fixture[] =>
      http ? [{ ...ref, settings: (url, mark) => marked(http.settings(url), mark), open: httpDestination }] : [],
    )
})

const isSettings = (value: unknown): value is Settings => typeof value === 'object' && value !== null

const valueAt = (settings: Settings, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (isSettings(value) ? value[name] : undefined), settings)

/**
 * Returns a copy with one setting changed. Returns undefined if the settings do not contain the group of this setting.
 */
function withValue(settings: Settings, path: string, value: unknown): Settings | undefined {
  const copy = structuredClone(settings)
  const names = path.split('.')
  const group = names.slice(0, -1).reduce<unknown>((at, name) => (isSettings(at) ? at[name] : undefined), copy)
  if (!isSettings(group)) return undefined
  group[names.at(-1)!] = value
  return copy
}

describe('stored secrets', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('embedded')
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const cases = fixtures.flatMap((fixture, way) => {
    const destinations = settingsIn(schemaOf(fixture)).filter(({ schema }) => schema.destination)
    const example = fixture.settings('http://127.0.0.1:9', 'x')
    return destinations
      .filter(({ path }) => valueAt(example, path) !== undefined)
      .map(({ path }) => ({ name: `${path} of ${fixtureName(fixture)} (${way + 1})`, fixture, path }))
  })

  it('every setting that determines the destination of a secret has a test case', () => {
    const tested = new Set(cases.map(({ fixture, path }) => `${fixtureName(fixture)}.${path}`))
    const all = allProviders.flatMap((ref) =>
      settingsIn(schemaOf(ref))
        .filter(({ schema }) => schema.destination)
        .map(({ path }) => `${fixtureName(ref)}.${path}`),
    )
    expect([...tested].sort()).toEqual(all.sort())
  })

  it.each(cases)(
    'sends no stored secret to the new destination after a change of $name, unless the request contains the secret again',
    async ({ name, fixture, path }) => {
      const [first, second] = [await fixture.open(), await fixture.open()]
      const { id } = (await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name })).body
      const at = `/workspaces/${tenant.workspace}/sources/${id}/connections/${fixture.channel}`
      try {
        const original = fixture.settings(first.url, 'stored')
        expect((await connect(test, at, fixture, original)).status).toBeLessThan(300)
        const shown = (await test.manage('GET', at)).body.settings as Settings
        /** Returns the group of a setting, if this group has its own destinations. */
        const groupOf = (of: string) =>
          of.split('.').find((name) => schemaOf(fixture).properties?.[name]?.hasOwnDestinations)
        const secrets = settingsIn(schemaOf(fixture)).filter(
          ({ path: of, schema }) =>
            schema.secret && !schema.local && valueAt(original, of) !== undefined && groupOf(of) === groupOf(path),
        )
        const elsewhere = valueAt(fixture.settings(second.url, 'stored'), path)
        // Requests of an attacker: one with masked secrets, and one without secrets.
        const changed = withValue(shown, path, elsewhere)
        if (changed) {
          const required = secrets.filter(({ path: of }) => of !== path).map(({ path: of }) => `settings.${of}`)
          const answer = await test.manage('PUT', at, { settings: changed })
          expect([answer.status, Object.keys(answer.body.details ?? {}).sort()]).toEqual(
            required.length === 0 ? [200, []] : [422, required.sort()],
          )
          for (const field of required) expect(answer.body.details[field].join()).toContain(`because ${path} changed`)
          // If the only secret is the changed setting, nothing can be omitted.
          if (required.length > 0) {
            const bare = secrets.reduce<Settings>(
              (settings, { path: of }) => (of === path ? settings : withValue(settings, of, undefined)!),
              changed,
            )
            expect((await test.manage('PUT', at, { settings: bare })).status).toBe(422)
          }
          await test.manage('POST', `${at}/check`)
          if (required.length > 0) expect(second.received()).toBe('')
        }

        // If the request contains the secrets, the new destination receives only the secrets of this request.
        const accepted = await test.manage('PUT', at, { settings: fixture.settings(second.url, 'given') })
        expect(accepted, JSON.stringify(accepted.body)).toMatchObject({ status: 200 })
        await test.manage('POST', `${at}/check`)
        expect(second.received()).not.toBe('')
        if (!secrets.every(({ path: of }) => of === path)) expect(second.received()).not.toContain('stored')
      } finally {
        await first.stop()
        await second.stop()
      }
    },
  )
})
