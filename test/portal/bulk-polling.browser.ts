// Tests in a browser that the list of bulk operations is read repeatedly only while an operation runs.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.stop())

const inHours = (hours: number) => new Date(portal.test.clock.now().getTime() + hours * HOUR_MS)
const operations = (more = '') => `/workspaces/${portal.tenant.workspace}/bulk-operations${more}`

/** Schedules a message to `name` and previews its cancelation. Returns the id of the operation. */
async function previewCancelation(name: string): Promise<number> {
  const { body } = await portal.test.send(portal.tenant.testKey, {
    recipient: { name, email: `${name}@polled.example` },
    template: 'hello',
    vars: { name: 'Ada' },
    scheduled_for: inHours(20).toISOString(),
  })
  const input = { mode: 'test', action: 'cancel', ids: [body.delivery_id] }
  return (await portal.test.manage('POST', operations(), input)).body.id
}

/** Makes a previewed operation run without a worker that claims it in the next hour. */
async function hold(id: number): Promise<void> {
  await portal.test.service.db.query({
    text: `update bulk_operations set state = 'running', started_at = $2, next_at = $3 where id = $1`,
    values: [id, portal.test.clock.now(), inHours(1)],
  })
}

/** Counts the requests that read the list of operations. */
function countReads(page: Page): { count: () => number; next: () => Promise<unknown> } {
  const isRead = (url: string) => new URL(url).pathname.endsWith(operations())
  let reads = 0
  page.on('request', (request) => {
    if (isRead(request.url())) reads += 1
  })
  return { count: () => reads, next: () => page.waitForResponse((response) => isRead(response.url())) }
}

it('the list is read again only while an operation runs', async () => {
  const stopped = await previewCancelation('before')
  await hold(stopped)
  await portal.test.manage('POST', operations(`/${stopped}/stop`))
  const id = await previewCancelation('after')
  const opened = await portal.open('deliveries?mode=test')
  const { page } = opened
  await page.clock.install()
  const reads = countReads(page)
  const open = () => page.getByRole('button', { name: 'Recent operations' }).click()
  const recent = page.getByRole('dialog', { name: 'Recent operations' })
  const first = recent.getByRole('listitem').first()
  await open()
  await first.getByText('Stopped').waitFor()
  const before = reads.count()
  await page.clock.runFor(MINUTE_MS)
  expect(reads.count()).toBe(before)

  await hold(id)
  await page.keyboard.press('Escape')
  await recent.waitFor({ state: 'detached' })
  await open()
  await first.getByText('Running').waitFor()
  await Promise.all([reads.next(), page.clock.runFor(2_000)])
  await portal.test.manage('POST', operations(`/${id}/stop`))
  await Promise.all([first.getByText('Stopped').waitFor(), page.clock.runFor(2_000)])
  const atEnd = reads.count()
  await page.clock.runFor(MINUTE_MS)
  expect(reads.count()).toBe(atEnd)
  await expectNoFaults(opened)
})
