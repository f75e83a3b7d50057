// Each route has a body limit: the limit in the table below, or else 64 KB.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpOwner } from '../harness/members.ts'
import { rawRequest } from '../harness/raw-request.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, startBotServer } from '../harness/telegram.ts'

const KB = 1024
const MB = 1024 * KB
const SMALL = 64 * KB

/** Routes with a limit other than 64 KB. A larger limit requires a credential or a provider's signature. */
const others: Record<string, number> = {
  'post /v1/send': 17 * MB,
  'post /v1/wh/{webhook_key}': 17 * MB,
  'post /v1/send/batch': 44 * MB,
  'post /v1/inbound/{channel}/{connection}': 4 * MB,
  'post /v1/push/devices': 16 * KB,
  'delete /v1/push/devices': 16 * KB,
  'post /v1/manage/workspaces/{ws}/dry-runs': 2 * MB,
  'post /v1/manage/workspaces/{ws}/recipients': 256 * KB,
  'patch /v1/manage/workspaces/{ws}/recipients/{id}': 256 * KB,
  'post /v1/manage/workspaces/{ws}/recipients/import': 50 * MB,
  'post /v1/manage/workspaces/{ws}/recipients/import/preview': 256 * KB,
  'post /v1/manage/workspaces/{ws}/bulk-operations': 128 * KB,
  'post /v1/manage/workspaces/{ws}/suppressions/import': 20 * MB,
  'post /v1/manage/workspaces/{ws}/templates': 2 * MB,
  'put /v1/manage/workspaces/{ws}/templates/{slug}': 2 * MB,
  'post /v1/manage/workspaces/{ws}/templates/{slug}/preview': 2 * MB,
  'post /v1/manage/workspaces/{ws}/templates/{slug}/test-send': 2 * MB,
  'post /v1/manage/workspaces/{ws}/template-preview': 2 * MB,
  'post /v1/manage/workspaces/{ws}/template-check': 2 * MB,
  'put /v1/manage/workspaces/{ws}/templates/{slug}/draft': 2 * MB,
  'post /v1/manage/workspaces/{ws}/layouts': 2 * MB,
  'put /v1/manage/workspaces/{ws}/layouts/{slug}': 2 * MB,
  'post /v1/manage/workspaces/{ws}/layout-preview': 2 * MB,
  'post /v1/manage/workspaces/{ws}/automations': 2 * MB,
  'patch /v1/manage/workspaces/{ws}/automations/{id}': 2 * MB,
}

interface Operation {
  security?: Record<string, unknown>[]
  operationId: string
}
const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['post', 'put', 'patch', 'delete'].includes(method))
    .map(([method, { security = [] }]) => ({ method, path, name: `${method} ${path}`, security })),
)
const formatSize = (bytes: number) => (bytes >= MB ? `${bytes / MB} MB` : `${bytes / KB} KB`)

describe('body limits', () => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  const ids: Record<string, string> = {}
  const headers: Record<string, Record<string, string>> = {}
  beforeAll(async () => {
    test = await startTestService('embedded', { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    tenant = await test.tenant()
    const source = `/workspaces/${tenant.workspace}/sources/${tenant.source}`
    const { body: connection } = await test.manage('PUT', `${source}/connections/telegram`, {
      settings: { bot_token: '1:abc', api_base: bot.url },
    })
    const { key } = (await test.manage('POST', `${source}/trigger-keys`, {})).body
    const { token } = (
      await test.call('POST', '/push/tokens', { key: tenant.testKey, body: { recipient: { email: 'a@example.com' } } })
    ).body
    Object.assign(ids, { ws: tenant.workspace, source: tenant.source, channel: 'telegram', webhook_key: key })
    ids.connection = connection.inbound_url.split('/').at(-1)
    headers.apiKey = { authorization: `Bearer ${tenant.testKey}` }
    headers.registrationToken = { authorization: `Bearer ${token}` }
    headers.managementToken = { authorization: `Bearer ${readFileSync(`${test.dataDir}/admin-token`, 'utf8').trim()}` }
    // A management token belongs to no account, so these routes require a member's session.
    headers.account = { cookie: (await setUpOwner(test)).cookie ?? '', 'sec-fetch-site': 'same-origin' }
    headers.provider = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
  })

  it.each(operations)('$name refuses a body one byte above its limit, and names the limit', async (operation) => {
    const { method, path, name, security } = operation
    const limit = others[name] ?? SMALL
    const scheme = Object.keys(security[0] ?? {})[0]
    const proof = path.includes('/inbound/') ? 'provider' : path.includes('/manage/account') ? 'account' : scheme
    const own = proof === undefined ? {} : headers[proof]
    const { answer, socket } = rawRequest(
      test.url,
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, (_, param: string) => ids[param] ?? '1')}`,
      {
        'content-type': path.endsWith('/import') ? 'text/csv' : 'application/json',
        accept: 'application/json',
        'content-length': limit + 1,
        ...own,
      },
    )
    try {
      const { status, body } = await answer
      expect([status, body.error]).toEqual([413, 'payload_too_large'])
      expect(body.message).toContain(`at most ${formatSize(limit)}`)
    } finally {
      socket.destroy()
    }
  })

  it('permits more than 64 KB only on routes that check a credential before they read the body', () => {
    const open = operations.filter(({ security }) => security.length === 0).map(({ name }) => name)
    // The trigger key in the URL and the signature of a provider are the credentials of these routes.
    const proven = ['post /v1/wh/{webhook_key}', 'post /v1/inbound/{channel}/{connection}']
    expect(open.filter((name) => (others[name] ?? SMALL) > SMALL)).toEqual(proven)
  })

  it('the table of body limits lists only routes that exist', () => {
    const names = operations.map(({ name }) => name)
    expect(Object.keys(others).filter((name) => !names.includes(name))).toEqual([])
  })
})
