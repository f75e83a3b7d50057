// Tests of the overview in a browser: first steps, figures and problems.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../harness/members.ts'
import { expectNoFaults, heading, startTestPortal, type TestPortal, views } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

let portal: TestPortal
let provider: Provider
let at: string

beforeAll(async () => {
  ;[portal, provider] = await Promise.all([startTestPortal(), startProvider()])
  at = `/workspaces/${portal.tenant.workspace}`
})
afterAll(async () => {
  await portal?.stop()
  await provider?.stop()
})

const connect = (settings: object) =>
  portal.test.manage('PUT', `${at}/sources/${portal.tenant.source}/connections/discord`, { settings })

const sendLive = () =>
  portal.test.send(portal.tenant.liveKey, {
    recipient: { name: 'Ada', email: 'ada@example.com' },
    channel: 'discord',
    template: 'hello',
    vars: { name: 'Ada' },
  })

describe('the first five minutes', () => {
  it('the first steps show a request that works without changes, and check off each step when it is done', async () => {
    const opened = await portal.open('')
    const { page } = opened
    await page.getByText('0 of 4 done').waitFor()
    const curl = (await page.getByRole('region', { name: 'curl' }).first().innerText()).trim()
    expect(curl).toContain(portal.tenant.testKey)
    await page.getByRole('radiogroup', { name: 'Language of the example' }).first().getByText('Node SDK').click()
    expect(await page.getByRole('region', { name: 'Node SDK' }).first().innerText()).toContain(portal.tenant.testKey)
    expect(await opened.axe()).toEqual([])

    expect((await sendAsCurlWould(curl)).status).toBe(202)
    await page.getByText('1 of 4 done').waitFor()
    await connect({ webhook_url: `${provider.url}/api/webhooks/1/secret` })
    await page.getByText('2 of 4 done').waitFor()
    await sendLive()
    await page.getByText('3 of 4 done').waitFor()
    await portal.test.manage('POST', `${at}/subscriptions`, {
      url: `${provider.url}/events`,
      events: ['delivery.sent', 'message.sent'],
    })
    await sendLive()
    await page.getByRole('heading', { name: 'Getting started' }).waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })

  it('the first steps do not show the test key to a viewer', async () => {
    const viewer = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'vera@shop.example')
    const { body } = await viewer.request('GET', `${at}/getting-started`)
    expect(body.test_key).toBe(null)
  })
})

describe('the figures', () => {
  it('the overview shows the month, the last hour, the channels and current problems', async () => {
    await portal.test.manage('PATCH', at, { quota: 40 })
    await portal.test.manage('POST', `${at}/credits`, { amount: 120 })
    const opened = await portal.open('')
    const { page } = opened
    const figures = page.getByRole('region', { name: 'Summary' })
    await figures.getByText('of 40').waitFor()
    await figures.getByText('120').waitFor()
    await figures.getByText('2 sent').waitFor()
    await page.getByRole('cell', { name: 'Discord' }).waitFor()
    await page.getByRole('figure', { name: /^Messages by status: 2 sent, 0 failed/ }).waitFor()

    provider.reply(() => ({ status: 401, body: { message: '401: Unauthorized', code: 0 } }))
    await sendLive()
    await page.getByText('Discord is paused').waitFor()
    expect(await figures.getByText('in this installation').count()).toBe(0)
    await expectNoFaults(opened)
  })

  it('the overview works with responses of 0.1.0, which lack the fields `conditions` and `live`', async () => {
    const opened = await portal.open('')
    const { page } = opened
    for (const [path, field] of [
      ['overview', 'conditions'],
      ['getting-started', 'live'],
    ] as const)
      await page.route(`**/workspaces/*/${path}`, async (route) => {
        const response = await route.fetch()
        const { [field]: _, ...older } = await response.json()
        await route.fulfill({ response, json: older })
      })
    await page.reload()
    await heading(page, 'Overview').waitFor()
    await page.getByRole('region', { name: 'Summary' }).getByText('No problems').waitFor()
    await expectNoFaults(opened)
  })

  it.each(views)('the overview passes the accessibility checks in $colorScheme at $viewport.width px', async (view) => {
    const opened = await portal.open('', view)
    await heading(opened.page, 'Overview').waitFor()
    await opened.page.getByRole('region', { name: 'Summary' }).waitFor()
    await expectNoFaults(opened)
  })
})

/** Sends the request of the curl example as the shell would. */
function sendAsCurlWould(curl: string): Promise<Response> {
  const [, url] = /curl -X POST '?([^\s']+)/.exec(curl)!
  const [, key] = /Bearer ([^']+)'/.exec(curl)!
  const [, body] = /-d '(.+)'$/.exec(curl)!
  return fetch(url!, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body!,
  })
}
