// Every management route declares the roles that may call it, and a noun for its audit entries. The portal translates
// this noun.
import type { RouteOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { audit as english } from '../../portal/src/texts/en/audit.ts'
import { audit as italian } from '../../portal/src/texts/it/audit.ts'
import { buildEmptyServer } from '../../src/http/document/openapi.ts'

/** POST operations that change nothing. */
const READING_POSTS = [
  'checkConnection',
  'checkProviderConnection',
  'checkTemplate',
  'dryRun',
  'hear',
  'pollDevListener',
  'previewBulkOperation',
  'previewDraft',
  'previewImport',
  'previewLayout',
  'previewTemplate',
]
/** Operations on the workspace itself. Only their audit entries have the noun `workspace`. */
const ON_WORKSPACES = ['createWorkspace', 'changeWorkspace', 'giveCredits']
/**
 * Operations that create an object or change several objects. Their URLs contain no id of an object, so the id comes
 * from the answer.
 */
const CREATES =
  /^(create|clone|tagRecipients$|removeRecipients$|import|export|invite$|subscribe$|addOptOut$|addSuppression$|start(Dev)?Listener$)/

type Rule = Partial<Pick<NonNullable<RouteOptions['config']>, 'need' | 'audit'>>

interface Route extends Rule {
  method: string
  url: string
  operation: string
  isOpen: boolean
  isDeprecated: boolean
  handsOutFile: boolean
  statuses: number[]
}

const routes: Route[] = []

beforeAll(async () => {
  const app = await buildEmptyServer(async (server) => {
    server.addHook('onRoute', ({ method, url, schema, config }) => {
      if (!url.startsWith('/v1/manage/') || schema?.hide) return
      const { need, audit }: Rule = config ?? {}
      const answers = (schema?.response ?? {}) as Record<string, { content?: object }>
      const types = Object.keys(answers['200']?.content ?? {})
      const route = {
        operation: schema?.operationId ?? '',
        isOpen: schema?.security?.length === 0,
        isDeprecated: schema?.deprecated === true,
        statuses: Object.keys(answers).map(Number),
        handsOutFile: types.some((type) => !/json|html/.test(type)),
      }
      for (const name of [method].flat()) routes.push({ method: name, url, need, audit, ...route })
    })
  })
  await app.ready()
  await app.close()
})

describe('rules of the management routes', () => {
  it('every management route declares a role and an audit rule, with equal rules for HEAD and GET', () => {
    expect(routes.length).toBeGreaterThan(180)
    expect(routes.filter(({ need, audit }) => need === undefined || audit === undefined)).toEqual([])
    const ruleOfGet = new Map(routes.filter(({ method }) => method === 'GET').map((route) => [route.url, route]))
    for (const { url, need, audit } of routes.filter(({ method }) => method === 'HEAD'))
      expect(ruleOfGet.get(url)).toMatchObject({ need, audit })
  })

  it('every management route declares exactly one success status', () => {
    for (const { operation, statuses } of routes)
      expect(
        statuses.filter((status) => status < 300),
        operation,
      ).toEqual([statuses[0]])
  })

  it('the routes without sign-in are exactly the routes that the API document declares as open', () => {
    for (const { need, isOpen, operation } of routes) expect(need === null, operation).toBe(isOpen)
  })

  it('writes audit entries only for changes and downloads', () => {
    const recorded = routes.filter(({ method, need, handsOutFile, operation }) => {
      if (method === 'GET' || method === 'HEAD') return handsOutFile
      return need !== null && !READING_POSTS.includes(operation)
    })
    expect(routes.filter(({ audit }) => audit !== null)).toEqual(recorded)
    const files = recorded.filter(({ method }) => method === 'GET')
    expect(files.map(({ operation }) => operation).sort()).toEqual([
      'downloadRefusedRows',
      'exportAccounts',
      'exportAuditLog',
      'exportDeliveries',
      'exportMembers',
      'exportRecipients',
      'exportSuppressions',
      'exportWholeAuditLog',
    ])
  })

  it('applies the same rules to deprecated and current paths of dev listeners', () => {
    const under = (path: RegExp) => routes.filter(({ url }) => path.test(url))
    const rules = (path: RegExp) => under(path).map(({ method, need, audit }) => ({ method, need, audit }))
    expect(rules(/\/:ws\/dev-listeners/)).toHaveLength(3)
    expect(rules(/\/:ws\/listeners/)).toEqual(rules(/\/:ws\/dev-listeners/))
    expect(under(/listeners/).map(({ isDeprecated }) => isDeprecated)).toEqual([false, false, false, true, true, true])
  })

  it('every route has an audit noun with English and Italian texts, and declares where to find the id of the object', () => {
    const wrong = routes.filter(({ url, operation, audit }) => {
      if (!audit) return false
      const { kind, of } = audit
      const isKnown = Object.hasOwn(english.objects, kind) && Object.hasOwn(italian.objects, kind)
      const isPlaced =
        of.length === 0 ? CREATES.test(operation) : of.every((param) => param === 'self' || url.includes(`:${param}`))
      return !isKnown || !isPlaced || (kind === 'workspace') !== ON_WORKSPACES.includes(operation)
    })
    expect(wrong).toEqual([])
  })
})
