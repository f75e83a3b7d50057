// Four processes use one PostgreSQL database. No message exceeds the quota or is accepted twice, and all processes
// refuse a revoked key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { burstAnswer, contradictions, countStatus, keysOfBurst, sendBurst } from '../harness/bursts.ts'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { logProgress } from './progress.ts'

const PROCESSES = 4
const SENDS = 2000
const QUOTA = 5000
const CREDITS = 300
const MASTER_KEY = 'a master key that all processes share'

describe('four processes', () => {
  let installation: Installation
  let provider: Provider
  let site: Site
  let addresses: string[] = []
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    installation = await createInstallation('postgres')
    const first = await installation.start('start', { MASTER_KEY })
    site = await installation.createSite(first.address, provider.url, { quota: QUOTA })
    await installation.manage(first.address, 'POST', `/workspaces/${site.workspace}/credits`, { amount: CREDITS })
    const apis = await Promise.all(Array.from({ length: PROCESSES }, () => installation.start('api', { MASTER_KEY })))
    addresses = apis.map(({ address }) => address)
  })
  afterAll(async () => {
    await installation.remove()
    await provider.stop()
  })

  it('four processes on one database accept, replay and refuse exactly the right number of messages', async (test) => {
    const answers = await sendBurst({
      processes: PROCESSES,
      sends: SENDS,
      clients: 16,
      send: async (process, key) => {
        const body = { recipient: { telegram_chat_id: key }, template: 'hello', vars: { name: 'x' } }
        return burstAnswer(key, await post(addresses[process]!, site.liveKey, { ...body, idempotency_key: key }))
      },
    })
    const keys = keysOfBurst({ processes: PROCESSES, sends: SENDS })
    const count = (status: number) => countStatus(answers, status)
    test.task.meta.figures = `${answers.length} sends, ${keys} keys: ${count(202)} accepted, ${count(200)} replayed, ${count(429)} refused`
    logProgress(test, test.task.meta.figures)
    expect(answers).toHaveLength(PROCESSES * SENDS)
    expect(new Set(answers.map(({ key }) => key)).size).toBe(keys)
    expect(answers.length - keys).toBe((PROCESSES * SENDS) / 5)
    expect(count(202)).toBe(QUOTA + CREDITS)
    expect(answers.filter(({ status, isOverage }) => status === 202 && isOverage)).toHaveLength(CREDITS)
    expect(contradictions(answers)).toEqual([])
    const [address] = addresses
    const workspace = await until(120, async () => {
      const read = await installation.manage(address!, 'GET', `/workspaces/${site.workspace}`)
      return read.usage.total_sent === QUOTA + CREDITS && read
    })
    expect(workspace).toMatchObject({
      credits: 0,
      usage: { total_failed: 0, quota: { used: QUOTA, limit: QUOTA, remaining: 0 } },
    })
    const ledger = await wholeLedger(address!)
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(ledger.filter(({ kind }) => kind === 'overage')).toHaveLength(CREDITS)
    expect(new Set(ledger.flatMap(({ delivery_id }) => delivery_id ?? [])).size).toBe(CREDITS)
    await expectInvariants()
  }, 400_000)

  /**
   * Checks the invariants, and that the provider received every accepted message. A message that the provider received
   * twice must have an ambiguous attempt.
   */
  const expectInvariants = async () => {
    const db = await installation.open()
    try {
      const { mismatches, ambiguous } = await checkInvariants(db)
      expect(mismatches).toEqual([])
      const people = new Set(provider.received.map(({ text }) => (JSON.parse(text) as { chat_id: string }).chat_id))
      expect(people.size).toBe(QUOTA + CREDITS)
      expect(provider.received.length - people.size).toBeLessThanOrEqual(ambiguous)
    } finally {
      await db.close()
    }
  }

  const wholeLedger = async (address: string) => {
    const entries: { kind: string; amount: number; delivery_id: number | null }[] = []
    let cursor = ''
    do {
      const at = `/workspaces/${site.workspace}/credits?limit=100${cursor && `&cursor=${cursor}`}`
      const page = await installation.manage(address, 'GET', at)
      entries.push(...page.data)
      cursor = page.next_cursor ?? ''
    } while (cursor !== '')
    return entries
  }

  it('a process refuses an API key at once after another process has revoked the key', async (test) => {
    const keys = `/workspaces/${site.workspace}/sources/${site.source}/api-keys`
    const body = { recipient: { email: 'a@example.com' }, template: 'hello', vars: { name: 'x' } }
    let refused = 0
    for (let round = 0; round < 100; round++) {
      const [one, other] = [addresses[round % PROCESSES]!, addresses[(round + 1) % PROCESSES]!]
      const { id, key } = await installation.manage(one, 'POST', keys, { mode: 'test' })
      expect((await post(other, key, body)).status).toBe(202)
      await installation.manage(one, 'DELETE', `${keys}/${id}`)
      if ((await post(other, key, body)).status === 403) refused++
    }
    test.task.meta.figures = `${refused} of 100 keys refused by another process`
    logProgress(test, test.task.meta.figures)
    expect(refused).toBe(100)
  }, 120_000)
})
