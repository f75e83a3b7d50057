// Sends hostile bodies of the largest permitted size to every route of the API document. No body blocks the main
// thread.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  filled,
  KB,
  MAX_BLOCKED_MILLISECONDS,
  MB,
  startWatchedService,
  type WatchedService,
} from '../../harness/watched-service.ts'

/** The largest bodies of routes that permit more than 64 KB. body-limits.test.ts checks the sizes. */
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
const { paths } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
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

/** Bodies of `size` bytes that are slow to parse without protection. */
const hostile: Record<string, (size: number) => string> = {
  'empty objects': (size) => filled('{"messages":[', '{},', '{}]}', size),
  numbers: (size) => filled('[', '0,', '0]', size),
  brackets: (size) => '['.repeat(size),
  'prototype keys': (size) => filled('[', '{"__proto__":1},', '1]', size),
  'repeated keys': (size) => filled('{', '"a":1,', '"b":1}', size),
  'one string': (size) => filled('{"email":"', 'x', '"}', size),
  'escaped strings': (size) => filled('{"template":"', '\\u0041', '"}', size),
  'long unknown fields': (size) => filled('{', `"${'k'.repeat(9_990)}":1,`, '"a":1}', size),
}
/** Small bodies, by name and size. Most routes have the same size limit, so one body is used for many routes. */
const created = new Map<string, Buffer>()
function bodyOf(name: string, size: number): Buffer {
  const key = `${name} ${size}`
  const body = created.get(key) ?? Buffer.from(hostile[name]!(size))
  if (size <= 64 * KB) created.set(key, body)
  return body
}

describe('main thread with hostile bodies', () => {
  let service: WatchedService
  const ids: Record<string, string | number> = {}
  const keys: Record<string, string> = {}

  beforeAll(async () => {
    service = await startWatchedService()
    const { key: apiKey, ...tenantIds } = await service.newTenant()
    Object.assign(ids, { ...tenantIds, channel: 'telegram', connection: 1, slug: 'hello', id: 1 })
    const registration = JSON.stringify({ recipient: { email: 'a@example.com' } })
    const answer = await service.request('POST', '/v1/push/tokens', apiKey, registration)
    // Create a second management token, because one of the requests below revokes the token with the id 1.
    const { token: managementToken } = await service.manage('POST', '/tokens', { name: 'Requests', scope: 'operator' })
    Object.assign(keys, {
      apiKey,
      managementToken,
      registrationToken: (JSON.parse(answer.text) as { token: string }).token,
    })
  })
  afterAll(() => service?.stop())

  it.each(operations)(
    'answers /livez quickly while $method $address receives hostile bodies',
    async ({ method, address, scheme }) => {
      const at = address.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1))
      const key = scheme === undefined ? undefined : keys[scheme]
      const type = address.endsWith('/import') ? 'text/csv' : 'application/json'
      for (const name of Object.keys(hostile)) {
        const body = bodyOf(name, large[address] ?? 64 * KB)
        let status = 0
        const blockedFor = await service.longestBlock(async () => {
          ;({ status } = await service.request(method, at, key, body, type))
        })
        expect(status, name).toBeLessThan(500)
        expect(blockedFor, name).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
      }
    },
  )
})
