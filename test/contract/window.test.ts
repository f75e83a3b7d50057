// Reads the time of the last inbound message, for many recipients at once. Messages of other workspaces and channels do
// not count.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastInboundAt } from '../../src/store/inbound/conversations.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('last inbound message, %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  it('returns the time of the latest inbound message on the channel, only for recipients of the workspace', async () => {
    const { db } = test.service
    await db.query({
      text: `insert into conversations (workspace_id, recipient_id, channel, connection_id, last_inbound_at, created_at)
             values (1, 10, 'whatsapp', 1, '2030-01-01T00:00Z', now()), (1, 10, 'whatsapp', 2, '2030-01-02T00:00Z', now()),
                    (1, 10, 'messenger', 3, '2030-01-05T00:00Z', now()), (2, 11, 'whatsapp', 4, '2030-01-06T00:00Z', now())`,
    })
    const queries = [
      { workspace_id: 1, recipient_id: 10, channel: 'whatsapp' },
      { workspace_id: 1, recipient_id: 10, channel: 'whatsapp' },
      { workspace_id: 1, recipient_id: 11, channel: 'whatsapp' },
      { workspace_id: 1, recipient_id: 12, channel: 'whatsapp' },
    ]
    expect(await lastInboundAt(db, queries)).toEqual([
      { recipient_id: 10, channel: 'whatsapp', last_inbound_at: new Date('2030-01-02T00:00Z') },
    ])
    expect(await lastInboundAt(db, [])).toEqual([])
  })
})
