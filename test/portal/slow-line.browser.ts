// Tests the first load of the overview over a slow line, in a real browser: 400 ms latency and 50 KB per second.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookiesOf } from '../harness/browser.ts'
import { heading, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

const MOST_REQUESTS = 12
const MOST_BYTES = 180 * 1024
const LINE = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }

let portal: TestPortal
let provider: Provider
beforeAll(async () => {
  portal = await startTestPortal()
  provider = await startProvider()
  const at = `/workspaces/${portal.tenant.workspace}`
  await portal.test.manage('PATCH', at, { quota: 40 })
  // Does the first steps, so that the overview does not show them.
  const connection = `${at}/sources/${portal.tenant.source}/connections/discord`
  await portal.test.manage('PUT', connection, { settings: { webhook_url: `${provider.url}/api/webhooks/1/secret` } })
  await portal.test.manage('POST', `${at}/subscriptions`, {
    url: `${provider.url}/events`,
    events: ['delivery.sent', 'message.sent'],
  })
  const message = {
    recipient: { name: 'Ada', email: 'ada@example.com' },
    channel: 'discord',
    template: 'hello',
    vars: { name: 'Ada' },
  }
  for (const key of [portal.tenant.testKey, portal.tenant.liveKey]) await portal.test.send(key, message)
  await portal.test.until(async () => {
    const { body } = await portal.test.manage('GET', `${at}/getting-started`)
    return body.steps.every(({ done }: { done: boolean }) => done)
  })
  // The first request for a page loads the module that renders the first view.
  await fetch(`${portal.test.url}/w/${portal.tenant.workspace}`, { headers: { cookie: portal.owner.cookie ?? '' } })
})
afterAll(async () => {
  await portal?.stop()
  await provider?.stop()
})

/** Opens the overview in a new browser over a slow line. Records all responses. */
async function openSlowly() {
  const opened = await portal.browser.open()
  const { page } = opened
  await page.context().addCookies(cookiesOf(portal.test.url, portal.owner.cookie))
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.emulateNetworkConditions', LINE)
  const sizes: number[] = []
  client.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  return { ...opened, sizes, address: `${portal.test.url}/w/${portal.tenant.workspace}` }
}

it('the overview shows its figures within 3 seconds over a slow line, and its links work', async () => {
  const { page, address } = await openSlowly()
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByText('of 40').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).waitFor()
  expect(performance.now() - start).toBeLessThan(3_000)
  expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('light')
  // The scripts have not run yet, so the link is a plain link of the page.
  await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click()
  await heading(page, 'Deliveries').waitFor()
  await page.context().close()
})

it('the scripts of the overview take over after at most 12 requests and 180 KB', async () => {
  const { page, address, sizes, faults } = await openSlowly()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByText('of 40').waitFor()
  const hasScripts = `Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react'))`
  await portal.test.until(async () => (await page.evaluate(hasScripts)) === true)
  const first = [...sizes]
  expect(first.length).toBeGreaterThan(3)
  expect(first.length).toBeLessThanOrEqual(MOST_REQUESTS)
  expect(first.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
  await page.getByText('of 40').waitFor()
  expect(faults).toEqual([])
  await page.context().close()
})

it('the command palette opens on the overview before the texts of other pages are loaded', async () => {
  const { page, faults } = await portal.open('')
  const texts: string[] = []
  page.on('request', (request) => {
    if (/assets\/pages-/.test(request.url())) texts.push(request.url())
  })
  await page.getByText('of 40').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).waitFor()
  await page.getByRole('option', { name: 'Import a CSV file' }).waitFor()
  expect(texts).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
})

it('a browser without scripts sees the frame and the figures in the language of the browser', async () => {
  const { page } = await portal.browser.open({ javaScriptEnabled: false, locale: 'it-IT' })
  await page.context().addCookies(cookiesOf(portal.test.url, portal.owner.cookie))
  await page.goto(`${portal.test.url}/w/${portal.tenant.workspace}`)
  await heading(page, 'Panoramica').waitFor()
  await page.getByText('su 40').waitFor()
  await page.context().close()
})

it('the page contains no data of a workspace for a visitor without a session', async () => {
  for (const cookie of ['', 'carillon_session=wrong'])
    expect(await (await fetch(`${portal.test.url}/w/1`, { headers: { cookie } })).text()).toContain(
      '<div id="root"></div>',
    )
})

it('an answer is compressed for a page of the service, but not if another or an unknown site may have caused the request', async () => {
  const read = async (headers: Record<string, string>) => {
    const answer = await fetch(`${portal.test.url}/v1/manage/workspaces/${portal.tenant.workspace}/overview`, {
      headers: { cookie: portal.owner.cookie ?? '', 'accept-encoding': 'gzip', ...headers },
    })
    return [answer.status, answer.headers.get('content-encoding')]
  }
  expect(await read({ 'sec-fetch-site': 'same-origin' })).toEqual([200, 'gzip'])
  expect(await read({ 'sec-fetch-site': 'cross-site' })).toEqual([200, null])
  expect(await read({})).toEqual([200, null])
})
