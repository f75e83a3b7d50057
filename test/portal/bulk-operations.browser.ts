// Tests of bulk operations in a browser: recent operations, results, stop, undo, and the choice of deliveries.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser } from '../harness/members.ts'
import { expectNoFaults, heading, startTestPortal, type TestPortal, views } from '../harness/portal.ts'

const HOUR_MS = 3_600_000

let portal: TestPortal
let viewer: Browser

beforeAll(async () => {
  portal = await startTestPortal()
  viewer = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'vera@shop.example')
})
afterAll(() => portal?.stop())

const inHours = (hours: number) => new Date(portal.test.clock.now().getTime() + hours * HOUR_MS).toISOString()

/** Sends one message to each name at `domain` with the test key, and returns the ids of the deliveries. */
async function sendTo(domain: string, names: string[], more: object = {}): Promise<number[]> {
  const messages = names.map((name) => ({
    recipient: { name, email: `${name}@${domain}` },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  }))
  const { body } = await portal.test.call('POST', '/send/batch', { key: portal.tenant.testKey, body: { messages } })
  return body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id)
}

const operations = (more = '') => `/workspaces/${portal.tenant.workspace}/bulk-operations${more}`

/** Previews an operation through the API and returns its id. */
async function preview(body: object): Promise<number> {
  return (await portal.test.manage('POST', operations(), { mode: 'test', ...body })).body.id
}

/** Starts an operation through the API. */
async function start(id: number): Promise<void> {
  expect((await portal.test.manage('POST', operations(`/${id}/start`))).status).toBe(202)
}

/** Makes a previewed operation run without a worker that claims it in the next hour. */
async function hold(id: number): Promise<void> {
  await portal.test.service.db.query({
    text: `update bulk_operations set state = 'running', started_at = $2, next_at = $3 where id = $1`,
    values: [id, portal.test.clock.now(), new Date(inHours(1))],
  })
}

/** Advances the clock, so that workers claim the operation, until it has ended. */
const ended = (id: number) =>
  portal.test.until(async () => {
    portal.test.clock.advance(1000)
    return (await portal.test.manage('GET', operations(`/${id}`))).body.state !== 'running'
  })

/** Advances the clock until the dialog shows a text. */
const untilShown = (page: Page, text: string) =>
  portal.test.until(async () => {
    portal.test.clock.advance(1000)
    return (await page.getByRole('dialog').getByText(text).count()) > 0
  })

async function openRecent(page: Page) {
  await page.getByRole('button', { name: 'Recent operations' }).click()
  return page.getByRole('dialog', { name: 'Recent operations' })
}

describe('recent operations', () => {
  it('an operation that ended while no dialog was open can be opened and undone', async () => {
    const ids = await sendTo('moved.example', ['first', 'second'], { scheduled_for: inHours(20) })
    const id = await preview({ action: 'reschedule', ids, scheduled_for: inHours(30) })
    await start(id)
    await ended(id)
    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    const recent = await openRecent(page)
    const first = recent.getByRole('listitem').first()
    await first.getByText('2 done').waitFor()
    await first.getByText(/^Management token/).waitFor()
    expect(await opened.axe()).toEqual([])
    await first.getByRole('button', { name: 'Reschedule deliveries' }).click()
    await page.getByText('2 deliveries rescheduled.').waitFor()
    await page.getByRole('button', { name: 'Undo: restore the earlier times' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await untilShown(page, 'Undone')
    await ended(id + 1)
    await recent.getByRole('listitem').first().getByText('Undoes another operation', { exact: true }).waitFor()
    await recent.getByRole('listitem').nth(1).getByText('Undone', { exact: true }).waitFor()
    await expectNoFaults(opened)
  })

  it('an operation continues after its dialog is closed, and the list shows how it ended', async () => {
    await sendTo('closed.example', ['first'], { scheduled_for: inHours(20) })
    const opened = await portal.open('deliveries?mode=test&q=closed.example')
    const { page } = opened
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    const started = page.getByRole('dialog', { name: 'Cancel deliveries' })
    await started.getByRole('button', { name: 'Cancel 1 delivery' }).click()
    await started.getByText(/0 of 1 delivery done|1 delivery canceled/).waitFor()
    await started.getByRole('button', { name: 'Close' }).last().click()
    await started.waitFor({ state: 'detached' })
    const recent = await openRecent(page)
    await untilShown(page, '1 done')
    await recent.getByRole('listitem').first().getByText('Ada').waitFor()
    await expectNoFaults(opened)
  })

  it('a member finds a running operation again and stops it, and a viewer only sees it', async () => {
    const ids = await sendTo('held.example', ['first'], { scheduled_for: inHours(20) })
    await hold(await preview({ action: 'cancel', ids }))
    const seen = await portal.open('deliveries?mode=test', { as: viewer })
    const seenList = await openRecent(seen.page)
    await seenList.getByRole('button', { name: 'Cancel deliveries' }).first().click()
    await seen.page.getByText('0 of 1 delivery done').waitFor()
    expect(await seen.page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
    await expectNoFaults(seen)

    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    const recent = await openRecent(page)
    const first = recent.getByRole('listitem').first()
    await first.getByText('Running').waitFor()
    await first.getByRole('button', { name: 'Cancel deliveries' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. 1 delivery was not changed.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await first.getByText('Stopped').waitFor()
    await expectNoFaults(opened)
  })

  it.each(views)(
    'the recent operations pass the accessibility checks in $colorScheme at $viewport.width px',
    async (view) => {
      const opened = await portal.open('deliveries?mode=test', view)
      const recent = await openRecent(opened.page)
      await recent.getByRole('listitem').first().waitFor()
      await expectNoFaults(opened)
    },
  )
})

describe('the results of an operation', () => {
  it('the results list the deliveries that were refused and those that were done, with links to the new deliveries', async () => {
    const sent = await sendTo('again.example', ['first', 'second'])
    for (const id of sent) await portal.test.settled(portal.tenant, id, 'sent')
    const waiting = await sendTo('again.example', ['third'], { scheduled_for: inHours(20) })
    const id = await preview({ action: 'resend', ids: [...sent, ...waiting] })
    await start(id)
    await ended(id)
    const results = await portal.test.manage('GET', operations(`/${id}/results?result=done`))
    const [{ new_delivery_id: created }] = results.body.data
    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    const recent = await openRecent(page)
    const first = recent.getByRole('listitem').first()
    await first.getByText('2 done, 1 refused').waitFor()
    await first.getByRole('button', { name: 'Resend deliveries' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
    await dialog.getByRole('link', { name: 'third' }).waitFor()
    expect(await dialog.getByRole('link', { name: 'first' }).count()).toBe(0)
    await dialog.getByText('Done (2)').click()
    await dialog.getByRole('link', { name: 'first' }).waitFor()
    expect(await dialog.getByRole('link', { name: 'third' }).count()).toBe(0)
    expect(await opened.axe()).toEqual([])
    await dialog.getByRole('link', { name: `New delivery ${created}` }).click()
    await heading(page, `Delivery ${created}`).waitFor()
    await expectNoFaults(opened)
  })
})

describe('the choice of deliveries', () => {
  it('“Resend all failed” resends the failed deliveries that match the filters', async () => {
    const failed = await sendTo('sandbox.test', ['bounce', 'blocked'])
    for (const id of failed) await portal.test.settled(portal.tenant, id, 'failed')
    const opened = await portal.open('deliveries?mode=test&status=failed')
    const { page } = opened
    await page.getByRole('link', { name: 'bounce' }).waitFor()
    // The button requires a period, so that it cannot resend the failures of all times.
    expect(await page.getByRole('button', { name: 'Resend all failed' }).count()).toBe(0)
    await page.goto(`${page.url()}&period=day`)
    await page.getByRole('button', { name: 'Resend all failed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resend deliveries' })
    await dialog.getByText('2 of 2 deliveries will be sent again.').waitFor()
    await dialog.getByText('Test messages cost nothing.').waitFor()
    expect(await opened.axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Resend 2 deliveries' }).click()
    await untilShown(page, '2 deliveries sent again.')
    await expectNoFaults(opened)
  })

  it('a member reschedules all matching deliveries, and an undo restores their earlier times', async () => {
    const before = inHours(20)
    const names = Array.from({ length: 60 }, (_, n) => `guest${n}`)
    await sendTo('many.example', names, { scheduled_for: before })
    const times = async () => {
      const path = `/workspaces/${portal.tenant.workspace}/deliveries?mode=test&q=many.example&limit=100`
      const { body } = await portal.test.manage('GET', path)
      return [...new Set(body.data.map(({ scheduled_for }: { scheduled_for: string }) => scheduled_for))]
    }
    const opened = await portal.open('deliveries?mode=test&q=many.example')
    const { page } = opened
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByText('50 deliveries selected').waitFor()
    await page.getByRole('button', { name: 'Select all matching deliveries' }).click()
    await page.getByText('All matching deliveries selected').waitFor()
    const actions = page.getByRole('region', { name: 'Actions on the selected deliveries' })
    await actions.getByRole('button', { name: 'Reschedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reschedule deliveries' })
    await dialog.getByText('60 of 60 deliveries will be rescheduled.').waitFor()
    const moment = inHours(72).slice(0, 16)
    await dialog.getByLabel('Send at').fill(moment)
    expect(await opened.axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Reschedule 60 deliveries' }).click()
    await untilShown(page, '60 deliveries rescheduled.')
    expect(await times()).toEqual([`${moment}:00.000Z`])

    await dialog.getByRole('button', { name: 'Undo: restore the earlier times' }).click()
    await portal.test.until(async () => {
      portal.test.clock.advance(1000)
      const [latest] = (await portal.test.manage('GET', operations())).body.data
      return latest.undoes !== null && latest.state === 'done'
    })
    expect(await times()).toEqual([before])
    await expectNoFaults(opened)
  })
})
