// The service refreshes each list of approved templates once an hour, and sooner after a failure. Only one process at a
// time refreshes a list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../src/limits.ts'
import { transaction } from '../../src/store/database.ts'
import {
  requestApprovalList,
  storeApprovedTemplates,
  storeListProblem,
  takeDueLists,
} from '../../src/store/templates/approved-templates.ts'
import { graphSettings } from '../harness/graph.ts'
import { startTestService, type TestService } from '../harness/service.ts'

describe('lists of approved templates', () => {
  let test: TestService
  beforeAll(async () => {
    // No worker runs, so that only the test claims the lists that are due.
    test = await startTestService('postgres', {}, 'api')
  })
  afterAll(() => test.stop())

  it('only one process refreshes a list of approved templates, and the list is refreshed again when it is due', async () => {
    const { db } = test.service
    const { workspace, source } = await test.tenant()
    const at = `/workspaces/${workspace}/sources/${source}/connections/whatsapp`
    const { waba_id: _, ...settings } = graphSettings('http://127.0.0.1:1').whatsapp
    const { id } = (await test.manage('PUT', at, { settings })).body
    const start = new Date('2030-01-31T09:00:00Z').getTime()
    const due = (minutes: number) => {
      const now = new Date(start + minutes * MINUTE)
      const before = new Date(now.getTime() - HOUR)
      const retryBefore = new Date(now.getTime() - 5 * MINUTE)
      return takeDueLists(db, now, { channels: ['whatsapp'], before, retryBefore, most: 10 })
    }
    const version = async () =>
      (await db.query<{ version: number }>({ text: 'select version from connections where id = $1', values: [id] }))
        .rows[0]!.version
    const keep = async (minutes: number) => {
      const row = { id, version: await version() }
      await transaction(db, (tx) => storeApprovedTemplates(tx, new Date(start + minutes * MINUTE), row, []))
    }
    const concurrent = await Promise.all(Array.from({ length: 8 }, () => due(0)))
    expect(concurrent.flat()).toEqual([id])
    // After a failure the list is due five minutes later, not before.
    await storeListProblem(db, id, 'out of order')
    expect([await due(4), await due(6)]).toEqual([[], [id]])
    await keep(6)
    expect([await due(20), await due(65), await due(67)]).toEqual([[], [], [id]])
    await keep(67)
    await requestApprovalList(db, id)
    expect([await due(68), await due(69)]).toEqual([[id], []])
    await keep(69)
    await test.manage('PUT', at, { settings })
    expect([await due(70), await due(71)]).toEqual([[id], []])
  })
})
