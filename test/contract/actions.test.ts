// A recipient uses an action by its link or by a chat button. The action works once, and the name of the actor is
// recorded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeAction } from '../../src/actions/take.ts'
import { action, click, type SentButtons, sendButtons } from '../harness/buttons.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('button presses in a chat on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const press = (link: string, actor?: string) =>
    takeAction(test.service.db, test.service.seal, test.clock.now(), {
      token: link.slice(-64),
      via: 'tap',
      ...(actor === undefined ? {} : { actor }),
    })
  const timeline = async ({ id }: SentButtons) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body

  it('an action works only once, by a button press or by its link', async () => {
    const { links } = await sendButtons(test, tenant.testKey, [action('yes', { label: 'Yes' }), action('no')])
    expect(await press(links[0]!)).toMatchObject({
      kind: 'taken',
      button: { slug: 'yes', label: 'Yes', channel: 'email' },
    })
    expect((await click(links[0]!)).status).toBe(410)
    expect((await click(links[1]!)).status).toBe(200)
    expect(await press(links[1]!)).toMatchObject({ kind: 'used', button: { slug: 'no' } })
    expect(await press('A'.repeat(64))).toEqual({ kind: 'unknown' })
    expect(await press(links[0]!.slice(0, -24) + links[1]!.slice(-24))).toEqual({ kind: 'forged' })
    const late = await sendButtons(test, tenant.testKey)
    test.clock.advance(72 * 3_600_000)
    expect(await press(late.link)).toMatchObject({ kind: 'expired' })
  })

  it('button presses in a chat need no click confirmation, and after them the service does not recommend the setting confirm_click', async () => {
    const source = `/workspaces/${tenant.workspace}/sources/${tenant.source}`
    const { links } = await sendButtons(test, tenant.testKey, [action('a'), action('b'), action('c')])
    await press(links[0]!)
    await press(links[1]!)
    expect((await test.manage('GET', source)).body.confirm_click_recommended).toBe(false)
    await test.manage('PATCH', source, { confirm_click: true })
    expect(await press(links[2]!)).toMatchObject({ kind: 'taken' })
    await test.manage('PATCH', source, { confirm_click: false })
  })

  it.each([
    ['Bea', 'Bea'],
    ['  Bea \n', 'Bea'],
    ['B\0e\0a', 'Bea'],
    ['Bea \ud83d', 'Bea \ufffd'],
    ['漢字 👩‍👩‍👧', '漢字 👩‍👩‍👧'],
    ['', 'Ada'],
    ['\0', 'Ada'],
    [undefined, 'Ada'],
    ['x'.repeat(1000), 'x'.repeat(255)],
  ])('records the actor name %j of a button press as %j', async (actor, recorded) => {
    const sent = await sendButtons(test, tenant.testKey)
    expect(await press(sent.link, actor)).toMatchObject({ kind: 'taken' })
    const { actions, callbacks } = await timeline(sent)
    expect(actions).toMatchObject([{ used_by: recorded, used_via: 'tap' }])
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/callbacks/${callbacks[0].id}`)
    expect(body.body.actor).toEqual({ name: recorded, channel: 'email' })
  })
})

describe('one action, two API processes', () => {
  const env = { MASTER_KEY: 'a master key for two processes of one installation' }
  let one: TestService
  let other: TestService
  beforeAll(async () => {
    one = await startTestService('postgres', env, 'api')
    other = await startTestService('postgres', { ...env, ...one.databaseSettings }, 'api')
  })
  afterAll(async () => {
    await other?.stop()
    await one.stop()
  })

  it('accepts only one of 40 clicks when two processes receive clicks on the same action link at the same time', async () => {
    const tenant = await one.tenant()
    const { id, link } = await sendButtons(one, tenant.testKey)
    const through = (test: TestService) => test.url + new URL(link).pathname
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => click(through(n % 2 ? one : other))))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(410)]).toEqual([1, 39])
    const { data } = (await one.manage('GET', `/workspaces/${tenant.workspace}/callbacks?delivery=${id}`)).body
    expect(data).toHaveLength(1)
  })
})
