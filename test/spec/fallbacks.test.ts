// Fallbacks: when the steps of a message start, and when they do not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, linkInMessage } from '../harness/buttons.ts'
import { type FallbackTools, startFallbackTest, threeSteps } from '../harness/fallbacks.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'

const BLOCKED = { whatsapp_phone: '+15005550004' }

describe.each(databases)('fallbacks on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let tools: FallbackTools
  beforeAll(async () => {
    ;({ test, tenant, tools } = await startFallbackTest(kind))
  })
  afterAll(() => test.stop())

  const actions = [action('ok')]
  const sendThree = () => tools.send({ fallback: threeSteps, actions })

  it('starts each step at its time after the step before was sent [D164b]', async () => {
    const { delivery_id: id } = await sendThree()
    await tools.minutesAfter(id, 14)
    await tools.states(id, 'started', 'waiting', 'waiting')
    test.clock.advance(60_000)
    const { steps } = await tools.states(id, 'started', 'started', 'waiting')
    await tools.minutesAfter(steps[1]!.delivery_id!, 120)
    const ended = await tools.ended(id)
    expect(ended).toMatchObject({ ended_reason: 'last_step', steps: [{}, {}, { state: 'started', channel: 'email' }] })
    await test.settled(tenant, ended.steps[2]!.delivery_id!, 'sent')
    expect(await tools.read(steps[1]!.delivery_id!)).toEqual(await tools.read(id))
  })

  it('sends the content that was rendered when the message was accepted', async () => {
    const { delivery_id: id } = await sendThree()
    await test.manage('PUT', `/workspaces/${tenant.workspace}/templates/hello`, {
      name: 'hello',
      locales: { it: { subject: 'Altro', body: 'Altro {{name}}' }, en: { subject: 'Other', body: 'Other {{name}}' } },
    })
    await tools.minutesAfter(id, 15)
    const { steps } = await tools.states(id, 'started', 'started', 'waiting')
    const path = `/workspaces/${tenant.workspace}/deliveries/${steps[1]!.delivery_id}`
    expect((await test.manage('GET', path)).body.content.body).toBe('Hello Ada')
  })

  it('does not start a step whose condition an earlier step has reached, and starts the step after it at its time', async () => {
    const { delivery_id: id } = await sendThree()
    await test.settled(tenant, id, 'sent')
    await tools.receipt(id, 'read')
    await tools.states(id, 'started', 'not_needed', 'waiting')
    await tools.minutesAfter(id, 120)
    await tools.states(id, 'started', 'not_needed', 'started')
  })

  it('a receipt of a weaker status does not fulfil the condition of a step', async () => {
    const { delivery_id: id } = await sendThree()
    await test.settled(tenant, id, 'sent')
    await tools.receipt(id, 'delivered')
    await tools.minutesAfter(id, 15)
    await tools.states(id, 'started', 'started', 'waiting')
  })

  it('ends when a button of any step is pressed, and this press uses up the buttons of all steps [D165]', async () => {
    const { delivery_id: id, actions: first } = await sendThree()
    await tools.minutesAfter(id, 15)
    const { steps } = await tools.states(id, 'started', 'started', 'waiting')
    const other = await linkInMessage(test, tenant, steps[1]!.delivery_id!)
    expect((await click(first[0].url)).status).toBe(200)
    expect((await click(other, {}, 'POST')).status).toBe(410)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'reached', steps: [{}, {}, { state: 'not_needed' }] })
    const { rows } = await test.service.db.query<{ used: number }>({
      text: `select count(*)::int as used from action_tokens t join fallback_steps s on s.delivery_id = t.delivery_id
             where s.fallback_id = $1 and t.used_at is not null`,
      values: [id],
    })
    expect(rows[0]?.used).toBe(1)
    expect((await click(first[0].url)).status).toBe(410)
  })

  it('starts the next step at once when the step before fails, also if its time has not come', async () => {
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions }, tools.newRecipient(BLOCKED))
    await test.settled(tenant, id, 'failed')
    const { steps } = await tools.states(id, 'started', 'started', 'waiting')
    expect(steps[0]!.status).toBe('failed')
  })

  it('starts a step without a time only when the step before fails', async () => {
    const pair = [{ channel: 'whatsapp' }, { channel: 'sms' }]
    const good = await tools.send({ fallback: pair })
    await tools.minutesAfter(good.delivery_id, 60)
    await tools.states(good.delivery_id, 'started', 'waiting')
    await tools.receipt(good.delivery_id, 'failed')
    await tools.states(good.delivery_id, 'started', 'started')
  })

  it('stops waiting for a failure after 72 hours', async () => {
    const { delivery_id: id } = await tools.send(
      { fallback: [{ channel: 'telegram' }, { channel: 'sms' }] },
      {
        ...tools.newRecipient(),
        telegram_chat_id: `wait-${kind}`,
      },
    )
    await tools.minutesAfter(id, 72 * 60)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'no_failure', steps: [{}, { state: 'not_needed' }] })
  })

  it('ends when its current delivery is cancelled', async () => {
    const scheduled_for = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions, scheduled_for })
    await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${id}/cancel`)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'cancelled' })
  })

  it('ends when the time to expire passes, which counts from the first step', async () => {
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions, expires_after: '20m' })
    await tools.minutesAfter(id, 15)
    const { steps } = await tools.states(id, 'started', 'started', 'waiting')
    const second = await test.call('GET', `/deliveries/${steps[1]!.delivery_id}`, { key: tenant.testKey })
    expect(Date.parse(second.body.expires_at) - Date.parse(second.body.created_at)).toBeLessThanOrEqual(5 * 60_000)
    await tools.minutesAfter(steps[1]!.delivery_id!, 5)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'expired', steps: [{}, {}, { state: 'not_needed' }] })
  })

  it('skips a step that is not permitted when it starts, and starts the next step at once', async () => {
    const recipient = tools.newRecipient()
    const { delivery_id: id } = await tools.send({ fallback: threeSteps, actions }, recipient)
    const added = await test.manage('POST', `/workspaces/${tenant.workspace}/suppressions`, {
      mode: 'test',
      channel: 'sms',
      address: recipient.phone,
      reason: 'manual',
    })
    expect([added.status, added.body.message]).toEqual([expect.any(Number), undefined])
    await tools.minutesAfter(id, 15)
    const { steps } = await tools.states(id, 'started', 'skipped', 'started')
    expect(steps[1]!.reason).toContain('suppressed')
  })

  it('skips the remaining steps when the recipient was deleted', async () => {
    const { delivery_id: id, recipient } = await sendThree()
    await test.settled(tenant, id, 'sent')
    await test.manage('DELETE', `/workspaces/${tenant.workspace}/recipients/${recipient.id}`)
    await tools.minutesAfter(id, 15)
    const { steps } = await tools.ended(id)
    expect(steps.map(({ state }) => state)).toEqual(['started', 'skipped', 'skipped'])
    expect(steps[1]!.reason).toContain('recipient')
  })

  it('repeats a message on the same channel until a button is pressed [D169]', async () => {
    const repeat = { every: '10m', at_most: 3 }
    const { delivery_id: id, actions: buttons } = await tools.send(
      { repeat, channel: 'telegram', actions },
      {
        telegram_chat_id: `repeat-${kind}`,
        locale: 'en',
      },
    )
    await tools.minutesAfter(id, 10)
    const { steps } = await tools.states(id, 'started', 'started', 'waiting', 'waiting')
    await tools.minutesAfter(steps[1]!.delivery_id!, 9)
    await click(buttons[0].url)
    const ended = await tools.ended(id)
    expect(ended.steps.map(({ state }) => state)).toEqual(['started', 'started', 'not_needed', 'not_needed'])
  })

  it('repeats a message that fails for good only after the time of the repeat [D187]', async () => {
    const repeat = { every: '10m', until: 'delivered', at_most: 2 }
    const { delivery_id: id } = await tools.send({ repeat, channel: 'whatsapp' }, tools.newRecipient(BLOCKED))
    await test.settled(tenant, id, 'failed')
    await tools.postponed(id)
    test.clock.advance(9 * 60_000)
    await tools.states(id, 'started', 'waiting', 'waiting')
    test.clock.advance(60_000)
    const { steps } = await tools.states(id, 'started', 'started', 'waiting')
    await test.settled(tenant, steps[1]!.delivery_id!, 'failed')
    await tools.states(id, 'started', 'started', 'waiting')
  })

  it('keeps the attachments of later steps until the fallback ends', async () => {
    const attachments = [{ filename: 'a.txt', content: 'aGVsbG8=' }]
    const repeat = { every: '10m', until: 'delivered', at_most: 1 }
    const { delivery_id: id } = await tools.send({ repeat, channel: 'email', attachments })
    await tools.minutesAfter(id, 10)
    const { steps } = await tools.ended(id)
    await test.settled(tenant, steps[1]!.delivery_id!, 'sent')
    const { rows } = await test.service.db.query({
      text: 'select * from fallback_attachments where fallback_id = $1',
      values: [id],
    })
    expect(rows).toEqual([])
  })
})
