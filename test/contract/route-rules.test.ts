// Every management route declares who may call it, and what its line in the audit log is about: a noun that the portal has a word for.
import type { RouteOptions } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { audit as english } from '../../portal/src/texts/en/audit.ts'
import { audit as italian } from '../../portal/src/texts/it/audit.ts'
import { buildEmptyServer } from '../../src/http/document/openapi.ts'

/** Changes nothing, although its method could. */
const READING_POSTS = [
  'checkConnection',
  'checkProviderConnection',
  'hear',
  'pollDevListener',
  'previewDraft',
  'previewTemplate',
]
/** Operations on the workspace itself. Everything else inside a workspace has a noun of its own. */
const ON_WORKSPACES = ['createWorkspace', 'changeWorkspace', 'giveCredits']
/** Operations that make an object, so that its id is known when they answer. */
const MAKE = /^(create|import|export|invite$|subscribe$|addOptOut$|start(Dev)?Listener$)/

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

describe('the rules of the management routes', () => {
  it('are declared on every route, and HEAD follows GET', () => {
    expect(routes.length).toBeGreaterThan(180)
    expect(routes.filter(({ need, audit }) => need === undefined || audit === undefined)).toEqual([])
    const ruleOfGet = new Map(routes.filter(({ method }) => method === 'GET').map((route) => [route.url, route]))
    for (const { url, need, audit } of routes.filter(({ method }) => method === 'HEAD'))
      expect(ruleOfGet.get(url)).toMatchObject({ need, audit })
  })

  it('answer with the one status of success that the schema declares', () => {
    for (const { operation, statuses } of routes)
      expect(
        statuses.filter((status) => status < 300),
        operation,
      ).toEqual([statuses[0]])
  })

  it('need no sign-in exactly where the API document says so', () => {
    for (const { need, isOpen, operation } of routes) expect(need === null, operation).toBe(isOpen)
  })

  it('routes write audit entries for changes and downloads alone', () => {
    const recorded = routes.filter(({ method, need, handsOutFile, operation }) => {
      if (method === 'GET' || method === 'HEAD') return handsOutFile
      return need !== null && !READING_POSTS.includes(operation)
    })
    expect(routes.filter(({ audit }) => audit !== null)).toEqual(recorded)
    const files = recorded.filter(({ method }) => method === 'GET')
    expect(files.map(({ operation }) => operation).sort()).toEqual(['downloadRefusedRows', 'exportRecipients'])
  })

  it('apply to the deprecated paths of dev listeners as to the current ones', () => {
    const under = (path: RegExp) => routes.filter(({ url }) => path.test(url))
    const rules = (path: RegExp) => under(path).map(({ method, need, audit }) => ({ method, need, audit }))
    expect(rules(/\/:ws\/dev-listeners/)).toHaveLength(3)
    expect(rules(/\/:ws\/listeners/)).toEqual(rules(/\/:ws\/dev-listeners/))
    expect(under(/listeners/).map(({ isDeprecated }) => isDeprecated)).toEqual([false, false, false, true, true, true])
  })

  it('name an object that the portal has a word for, and where its id is', () => {
    const wrong = routes.filter(({ url, operation, audit }) => {
      if (!audit) return false
      const { kind, of } = audit
      const isKnown = Object.hasOwn(english.objects, kind) && Object.hasOwn(italian.objects, kind)
      const isPlaced =
        of.length === 0 ? MAKE.test(operation) : of.every((one) => one === 'self' || url.includes(`:${one}`))
      return !isKnown || !isPlaced || (kind === 'workspace') !== ON_WORKSPACES.includes(operation)
    })
    expect(wrong).toEqual([])
  })
})
