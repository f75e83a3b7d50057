// Callbacks in the management API: the timeline of a delivery, the list and its filters, and replays.
import { describe, expect, it } from 'vitest'
import { click, type SentButtons, sendButtons } from '../harness/buttons.ts'
import { setUpCallbackTest } from '../harness/callback-test.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { databases } from '../harness/service.ts'

describe.each(databases)('stored callbacks on %s', (kind) => {
  const context = setUpCallbackTest(kind)
  const { createAction, sendAction, callbacksPath, callbackWithStatus } = context

  it('shows who used each action, and the attempts of each callback, in the timeline of a delivery', async () => {
    const actions = [createAction({ slug: 'yes', label: 'Yes' }), createAction({ slug: 'no', label: 'No' })]
    const sent = await sendButtons(context.test, context.tenant.testKey, actions)
    const timeline = async () =>
      (await context.test.manage('GET', `/workspaces/${context.tenant.workspace}/deliveries/${sent.id}`)).body
    expect(await timeline()).toMatchObject({
      actions: [
        { slug: 'yes', label: 'Yes', used_at: null, used_by: null, used_via: null },
        { slug: 'no', label: 'No', used_at: null },
      ],
      callbacks: [],
    })
    await click(sent.links[0]!)
    await callbackWithStatus(sent, 'received')
    expect(await timeline()).toMatchObject({
      actions: [
        { slug: 'yes', used_at: expect.any(String), used_by: 'Ada', used_via: 'link' },
        { slug: 'no', used_at: null },
      ],
      callbacks: [
        {
          action: 'yes',
          status: 'received',
          url: actions[0]!.callback_url,
          attempts: [{ received: true, status: 200 }],
        },
      ],
    })
  })

  it('lists the callbacks of a workspace newest first and filters them by mode, status and delivery', async () => {
    const tenant = await createConnectedTenant(context.test, context.receiver)
    context.receiver.reply(({ path }) =>
      path.includes('bad') ? { status: 410 } : { body: { ok: true, result: { message_id: 1 } } },
    )
    const sends: SentButtons[] = []
    for (const slug of ['one', 'bad', 'three']) {
      sends.push(await sendAction({ slug, callback_url: `${context.receiver.url}/${slug}` }, {}, tenant.testKey))
      await click(sends.at(-1)!.link)
    }
    for (const [index, status] of ['received', 'failed', 'received'].entries())
      await callbackWithStatus(sends[index]!, status, tenant)
    const list = async (query: string) => (await context.test.manage('GET', `${callbacksPath(tenant)}?${query}`)).body
    const slugs = async (query: string) => (await list(query)).data.map(({ action }: { action: string }) => action)
    expect(await slugs('mode=test')).toEqual(['three', 'bad', 'one'])
    expect(await slugs('')).toEqual(['three', 'bad', 'one'])
    expect(await slugs('mode=live')).toEqual([])
    expect(await slugs('mode=test&status=failed')).toEqual(['bad'])
    expect(await slugs(`mode=test&delivery=${sends[2]!.id}`)).toEqual(['three'])
    const first = await list('mode=test&limit=2')
    expect(await slugs(`mode=test&limit=2&cursor=${first.next_cursor}`)).toEqual(['one'])
    const { id } = first.data[0]
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/replay'],
    ] as const) {
      expect((await context.test.manage(method, `${callbacksPath()}/${id}${path}`)).status).toBe(404)
      expect((await context.test.manage(method, `${callbacksPath(tenant)}/999999999${path}`)).status).toBe(404)
    }
    expect((await context.test.manage('GET', '/workspaces/999999/callbacks')).status).toBe(404)
    for (const query of ['status=held', 'mode=x', 'delivery=0', 'limit=0', 'cursor=x', 'colour=red'])
      expect((await context.test.manage('GET', `${callbacksPath()}?${query}`)).status, query).toBe(422)
  })

  it('refuses to replay a callback for which another attempt is scheduled', async () => {
    const action = createAction()
    context.receiver.reply(() => ({ status: 500 }))
    const sent = await sendAction(action)
    await click(sent.link)
    const { id } = await callbackWithStatus(sent, 'waiting')
    const refused = await context.test.manage('POST', `${callbacksPath()}/${id}/replay`)
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
  })
})
