// Sets of receipts: what happens if a set fails, if the time of a claim ends, and if a request is repeated.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyRequests } from '../../src/inbound/apply-requests.ts'
import type { ClaimedRequest } from '../../src/inbound/pending-events.ts'
import { createReplies } from '../../src/inbound/replies.ts'
import { createRequestStore } from '../../src/inbound/store-requests.ts'
import { later } from '../../src/lib/clock.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { transaction } from '../../src/store/database.ts'
import { claimInbound } from '../../src/store/inbound/inbound.ts'
import { findParts } from '../../src/store/workspaces/provider-connections.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MASTER_KEY = 'a master key that all processes share'
const MESSAGES = 5

describe('sets of receipts', () => {
  let provider: Provider
  let test: TestService
  let tenant: Tenant
  let at: string
  let phones = 1_000_000
  let restoreReceivers: () => void
  beforeAll(async () => {
    restoreReceivers = replaceReceivers('whatsapp')
    provider = await startProvider()
    provider.reply(({ text }) => ({ body: { messages: [{ id: `wamid.${JSON.parse(text).to}` }] } }))
    // The test applies the requests itself, so the service runs no worker.
    test = await startTestService('postgres', { MASTER_KEY }, 'api')
    tenant = await createConnectedTenant(test, provider)
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'approved',
      name: 'Approved',
      locales: { it: { body: 'Ciao {{1}}', channels: { whatsapp: { template: 'ciao', language: 'it' } } } },
    })
    const connection = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
    at = (await test.manage('GET', connection)).body.inbound_url.replace(/^.*\/v1/, '')
    await test.service.db.query({
      text: `create table refused (external_id text);
             create function refuse_receipt() returns trigger language plpgsql as $$
             begin if exists (select from refused where external_id = new.external_id) then raise 'refused'; end if; return new; end $$;
             create trigger refuse before insert on receipts for each row execute function refuse_receipt()`,
    })
  })
  afterAll(async () => {
    restoreReceivers()
    await test.stop()
    await provider.stop()
  })

  let sent: { id: number; externalId: string }[] = []
  beforeEach(async () => {
    const worker = await startTestService('postgres', { MASTER_KEY, DATABASE_URL: test.databaseUrl ?? '' }, 'worker')
    sent = await Promise.all(
      Array.from({ length: MESSAGES }, async () => {
        const recipient = { whatsapp_phone: `+39333${phones++}` }
        const message = { recipient, template: 'approved', vars: { 1: 'Ada' }, channel: 'whatsapp' }
        const { delivery_id: id } = (await test.send(tenant.liveKey, message)).body
        const { external_id: externalId } = await test.settled(tenant, id, 'sent')
        return { id, externalId }
      }),
    )
    await worker.stop()
    for (const { externalId } of sent) {
      const events = [{ kind: 'receipt', externalId, status: 'delivered', at: test.clock.now() }]
      await test.call('POST', at, { body: JSON.stringify(events), headers: VALID_SIGNATURE })
    }
  })

  const claim = async (): Promise<ClaimedRequest[]> => {
    const now = test.clock.now()
    const rows = await claimInbound(test.service.db, now, later(now, 60_000), 100)
    return rows.map((row) => ({ row, problems: [], unreadable: [], state: 'claimed' }))
  }

  /** Applies the requests, and returns the requests of each call of `onEnded`. */
  const apply = async (requests: ClaimedRequest[], mayBegin = () => true) => {
    const { db } = test.service
    const [part] = await findParts(db, [requests[0]!.row.connection_id])
    const ended: ClaimedRequest[][] = []
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const tools = {
      ...{ db, seal: createSeal(MASTER_KEY), clock: test.clock, process: 'test', allowPrivateNetwork: true },
      ...{ readLarge: () => Promise.reject(new Error('no body is large')), onEventsRecorded: () => {}, onError },
      replies: createReplies(onError),
    }
    const onEnded = async (these: ClaimedRequest[]) => void ended.push(these)
    await applyRequests(tools, part!, requests, { mayBegin, onEnded })
    return { ended, errors }
  }

  const statuses = () =>
    Promise.all(
      sent.map(async ({ id }) => {
        const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
        return body.status as string
      }),
    )

  /** Makes the database refuse the receipt of a message. */
  const refuse = (externalId: string) =>
    test.service.db.query({ text: 'insert into refused values ($1)', values: [externalId] })

  it('if one receipt of a set fails, the other receipts are applied, and only its request has the error', async () => {
    const requests = await claim()
    await refuse(sent[2]!.externalId)
    const { ended, errors } = await apply(requests)
    expect(ended).toEqual([requests])
    expect(requests.map(({ problems }) => problems.length)).toEqual([0, 0, 1, 0, 0])
    expect(errors).toHaveLength(1)
    expect(await statuses()).toEqual(['delivered', 'delivered', 'sent', 'delivered', 'delivered'])
  })

  it('if the time of a claim ends, the requests of which no event was applied are postponed', async () => {
    const requests = await claim()
    await refuse(sent[0]!.externalId)
    // All requests are read in time. After the set failed, there is time for two of them.
    let left = MESSAGES + 2
    const { ended } = await apply(requests, () => left-- > 0)
    expect(ended).toEqual([requests])
    expect(requests.map(({ state }) => state)).toEqual(['begun', 'begun', 'postponed', 'postponed', 'postponed'])
    expect(await statuses()).toEqual(['sent', 'delivered', 'sent', 'sent', 'sent'])
  })

  it('a repeated request is applied without the requests before and after it', async () => {
    const requests = await claim()
    requests[2]!.row = { ...requests[2]!.row, claim_version: 2 }
    await test.service.db.query({
      text: 'update inbound_requests set attempt = 2 where id = $1',
      values: [requests[2]!.row.id],
    })
    const { ended } = await apply(requests)
    expect(ended).toEqual([requests.slice(0, 2), requests.slice(2, 3), requests.slice(3)])
    expect(await statuses()).toEqual(sent.map(() => 'delivered'))
  })

  it('if the database is too slow, the request is refused as unavailable', async () => {
    const { db } = test.service
    const [request] = await claim()
    const { workspace_id: workspaceId, connection_id: connectionId, channel } = request!.row
    await transaction(db, async (tx) => {
      await tx.query({ text: 'lock table inbound_requests in access exclusive mode' })
      const store = createRequestStore(db, 50)
      const body = { bytes: Buffer.from('[]'), contentType: undefined }
      const row = { workspaceId, connectionId, channel, repeatKey: Buffer.from('slow'), body, receivedAt: new Date() }
      await expect(store(row)).rejects.toMatchObject({ refusal: { code: 'unavailable' } })
    })
  })
})
