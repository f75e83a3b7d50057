// Every route that the audit log records is about a noun that people know, and that the portal has a word for.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { audit as english } from '../../portal/src/texts/en/audit.ts'
import { audit as italian } from '../../portal/src/texts/it/audit.ts'
import { demandOf } from '../../src/http/manage/access/access.ts'
import { auditNoun } from '../../src/http/manage/access/audit-nouns.ts'

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, { content?: object }> }>>
}
const routes = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/v1/manage'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handsOutFile: Object.keys(responses['200']?.content ?? {}).some((type) => !/json|html/.test(type)),
    })),
  )
const logged = routes.filter(({ method, url }) => {
  const { need, reads, exports } = demandOf(method, url)
  return method === 'GET' ? exports : need !== 'anybody' && !reads
})

/** Operations on the workspace itself. Everything else inside a workspace has a noun of its own. */
const ON_WORKSPACES = ['createWorkspace', 'changeWorkspace', 'giveCredits']
/** Operations that make an object, so that its id is known when they answer. */
const MAKE = /^(create|import|export|invite$|subscribe$|addOptOut$|startListener$)/

describe('the nouns of the audit log', () => {
  it('are found for every route of the API document that is logged', () => {
    expect(logged.length).toBeGreaterThan(45)
    const wrong = logged.filter(({ method, url, operationId }) => {
      const { kind, of } = auditNoun(method, url.slice('/v1/manage'.length))
      const isKnown = Object.hasOwn(english.objects, kind) && Object.hasOwn(italian.objects, kind)
      const isPlaced = of === null ? MAKE.test(operationId) : of === 'actor' || url.includes(`:${of}`)
      return !isKnown || !isPlaced || (kind === 'workspace') !== ON_WORKSPACES.includes(operationId)
    })
    expect(wrong.map(({ method, url }) => [method, url, auditNoun(method, url.slice('/v1/manage'.length))])).toEqual([])
  })

  it('include every route that hands out a file', () => {
    const files = routes.filter(({ handsOutFile }) => handsOutFile)
    expect(files.map(({ operationId }) => operationId).sort()).toEqual(['downloadRefusedRows', 'exportRecipients'])
    for (const { method, url } of files) expect(demandOf(method, url).exports).toBe(true)
  })
})
