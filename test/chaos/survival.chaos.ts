// Sends 10,000 messages and kills processes at every stage. No acknowledged message is lost, repeated messages are
// counted, and all messages are settled.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'
import { logProgress } from './progress.ts'

const MESSAGES = 10_000
const CLIENTS = 16
const KILLS = 6
const SENDING_AT_MOST = 60_000

describe.each(databases)('kills under load, %s', (kind) => {
  let installation: Installation
  let provider: Provider
  let site: Site
  let current: Awaited<ReturnType<Installation['start']>>
  /** Number of requests to the provider for each message. */
  const sendAttempts = new Map<string, number>()
  const answered = new Set<string>()
  const open = new Set<string>()
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(async ({ text }) => {
      const { chat_id: chat } = JSON.parse(text) as { chat_id: string }
      sendAttempts.set(chat, (sendAttempts.get(chat) ?? 0) + 1)
      open.add(chat)
      // The provider answers after 20 ms, as a nearby provider would, so that calls are in progress at each kill.
      await new Promise((resolve) => setTimeout(resolve, 20))
      open.delete(chat)
      answered.add(chat)
      return { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }
    })
    installation = await createInstallation(kind)
    current = await installation.start()
    site = await installation.createSite(current.address, provider.url)
  })
  afterAll(async () => {
    await installation.remove()
    await provider.stop()
  })

  const workspace = () => installation.manage(current.address, 'GET', `/workspaces/${site.workspace}`)
  const sending = async (): Promise<number[]> => {
    const at = `/workspaces/${site.workspace}/deliveries?status=sending&limit=100`
    return (await installation.manage(current.address, 'GET', at)).data.map(({ id }: { id: number }) => id)
  }

  it('loses no message when processes are killed during admission, during the provider call or before the settlement', async (test) => {
    const acknowledged = new Map<number, number>()
    const waiting = new Set<number>()
    let next = 0
    let given = false
    const client = async () => {
      while (!given && next < MESSAGES) {
        const index = next++
        const body = { recipient: { telegram_chat_id: `c${index}` }, template: 'hello', vars: { name: 'x' } }
        await until(120, async () => {
          waiting.add(index)
          const answer = await post(current.address, site.liveKey, { ...body, idempotency_key: `m${index}` })
          waiting.delete(index)
          if (answer.status !== 202 && answer.status !== 200) return false
          acknowledged.set(index, answer.body.delivery_id)
          return true
        })
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, client)).finally(() => {
      given = true
    })
    const observed = { accept: 0, call: 0, settle: 0 }
    const cut: { called: Set<string>; answered: Set<string> }[] = []
    let restartedAt = 0
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(600, async () => acknowledged.size >= (kill * MESSAGES) / (KILLS + 1) && open.size > 0)
      const unanswered = waiting.size
      cut.push({ called: new Set(open), answered: new Set(answered) })
      current.child.kill('SIGKILL')
      await current.ended
      if (unanswered > 0) observed.accept++
      current = await installation.start()
      logProgress(test, `kill ${kill} of ${KILLS}, ${acknowledged.size} of ${MESSAGES} acknowledged`)
      restartedAt = performance.now()
    }
    const left = new Set(await sending())
    await until(120, async () => !(await sending()).some((id) => left.has(id)))
    const hung = performance.now() - restartedAt
    await clients
    logProgress(test, `${acknowledged.size} acknowledged; waiting until each has ended`)
    const usage = await until(600, async () => {
      const read = (await workspace()).usage
      return read.total_sent + read.total_failed === MESSAGES && read
    })

    // A message is repeated if a kill interrupted it during its call, or between the provider's response and the
    // settlement.
    const repeated = [...sendAttempts].filter(([, times]) => times > 1).map(([chat]) => chat)
    for (const { called, answered: before } of cut) {
      if (repeated.some((chat) => called.has(chat))) observed.call++
      if (repeated.some((chat) => !called.has(chat) && before.has(chat))) observed.settle++
    }
    test.task.meta.figures =
      `${acknowledged.size} acknowledged, ${usage.total_sent} sent, ${KILLS} kills (during admissions ${observed.accept}, ` +
      `calls ${observed.call}, before settlements ${observed.settle}), ${repeated.length} repeated, ` +
      `deliveries interrupted by the last kill resumed after ${(hung / 1000).toFixed(1)} s`
    logProgress(test, test.task.meta.figures)
    await installation.stop()
    const db = await installation.open()
    const { mismatches } = await checkInvariants(db).finally(() => db.close())
    expect(mismatches).toEqual([])
    expect(acknowledged.size).toBe(MESSAGES)
    expect(new Set(acknowledged.values()).size).toBe(MESSAGES)
    expect(sendAttempts.size).toBe(MESSAGES)
    expect(usage).toMatchObject({ total_sent: MESSAGES, total_failed: 0, quota: { used: MESSAGES } })
    expect(hung).toBeLessThan(SENDING_AT_MOST)
    for (const times of Object.values(observed)) expect(times).toBeGreaterThanOrEqual(2)
  }, 1_800_000)
})
