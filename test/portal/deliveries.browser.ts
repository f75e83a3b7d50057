// Tests of the delivery list and the delivery page in a browser: live updates, filters, timeline and actions.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser } from '../harness/members.ts'
import { expectNoFaults, heading, startTestPortal, type TestPortal, views } from '../harness/portal.ts'

let portal: TestPortal
let viewer: Browser

beforeAll(async () => {
  portal = await startTestPortal()
  viewer = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'vera@shop.example')
})
afterAll(() => portal?.stop())

/** Sends with the test key and returns the id of the delivery. */
async function send(email: string, more: object = {}): Promise<number> {
  const recipient = { name: email.split('@')[0], email }
  const { body } = await portal.test.send(portal.tenant.testKey, {
    recipient,
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  return body.delivery_id
}

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Deliveries, newest first' }).locator('tbody').getByRole('row')
/** The rows on a narrow screen. */
const cards = (page: Page) =>
  page
    .getByRole('list', { name: 'Deliveries, newest first' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name })

describe('the list', () => {
  it('the delivery list shows new deliveries and status changes without a reload', async () => {
    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    await page.getByText('No deliveries yet').waitFor()
    const waiting = await send('waits@example.com', { scheduled_for: soon() })
    await rowOf(page, 'waits').getByText('Scheduled').waitFor()
    await portal.test.manage('POST', `/workspaces/${portal.tenant.workspace}/deliveries/${waiting}/cancel`)
    await rowOf(page, 'waits').getByText('Canceled').waitFor()
    await expectNoFaults(opened)
  })

  it('the delivery list keeps its filters in the URL', async () => {
    await send('bounce@sandbox.test')
    await send('delivered@sandbox.test')
    const opened = await portal.open('deliveries')
    const { page } = opened
    await page.getByRole('radiogroup', { name: 'Mode' }).getByText('Test').click()
    await rowOf(page, 'bounce').getByText('Failed').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed', exact: true }).click()
    await rowOf(page, 'delivered').waitFor({ state: 'detached' })
    await page.getByLabel('Name, address or ID').fill('bounce@')
    await page.waitForURL(/q=bounce/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      mode: 'test',
      status: 'failed',
      q: 'bounce@',
    })

    await page.reload()
    await rowOf(page, 'bounce').waitFor()
    expect(await rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await rowOf(page, 'delivered').waitFor()
    await expectNoFaults(opened)
  })

  it('the list finds messages by words of their text', async () => {
    await send('worded@example.com', { vars: { name: 'Zanzibar' } })
    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    await page.getByLabel('Words of the message').fill('zanzibar ciao')
    await page.getByRole('tooltip').getByText('Of an email, only the plain text part is searched.').waitFor()
    await rowOf(page, 'worded').waitFor()
    await page.waitForURL(/words=zanzibar/)
    await portal.test.until(async () => (await rows(page).count()) === 1)
    await expectNoFaults(opened)
  })

  it('a search that stops before the oldest message states how far it searched, and “Show more” continues', async () => {
    const { test } = portal
    const tenant = await test.tenant()
    // A page of the list scans 6,400 rows, and the portal reads ten pages in a row to fill the screen.
    await test.service.db.query({
      text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
               status, ready, next_at, created_at, expires_at, content, history, period)
             select $1, $2, 'live', -1, 1, case when i = 1 then 'Oldest' else 'Ada' end, 'ada@example.com',
               case when i = 1 then 'sms' else 'email' end, 'hello', 1, 'sent', false, at, at, at, '{"body":"Hello","vars":{}}', '[]', '2030-01-01'
             from (select i, $3::timestamptz - (66000 - i) * interval '1 second' as at from generate_series(1, 66000) i) made order by at`,
      values: [tenant.workspace, tenant.source, test.clock.now()],
    })
    const opened = await portal.open(`../${tenant.workspace}/deliveries?channel=sms`)
    const { page } = opened
    await page.getByText(/^Oldest entry searched: \d+ \w+ \d{4}/).waitFor()
    expect(await opened.axe()).toEqual([])
    await page.getByRole('button', { name: 'Show more' }).click()
    await rowOf(page, 'Oldest').waitFor()
    await page.getByText(/^Oldest entry searched/).waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })

  it('a member chooses columns and density, and the choice survives a reload', async () => {
    await send('columns@example.com')
    const opened = await portal.open('deliveries?mode=test')
    const { page } = opened
    await rowOf(page, 'columns').waitFor()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('checkbox', { name: 'Template' }).check()
    await page.getByText('Compact').click()
    expect(await opened.axe()).toEqual([])
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('columnheader', { name: 'Template' }).waitFor()
    await rowOf(page, 'columns').getByText('hello', { exact: true }).waitFor()
    await expectNoFaults(opened)
  })

  it('a member saves a filter, applies it and removes it', async () => {
    const opened = await portal.open('deliveries?mode=test&status=failed&period=day')
    const { page } = opened
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Save these filters' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Failed today')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Failed today' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name: 'Failed today' }).click()
    await page.waitForURL(/period=day/)
    await page.getByRole('button', { name: 'Failed today' }).click()
    await page.getByRole('menuitem', { name: 'Remove “Failed today”' }).click()
    await page.getByRole('button', { name: 'Saved filters' }).waitFor()
    await expectNoFaults(opened)
  })

  it('a member cancels selected messages after a preview, and sees which messages could not be cancelled', async () => {
    await send('first@bulk.example', { scheduled_for: soon() })
    await send('second@bulk.example', { scheduled_for: soon() })
    const sent = await send('third@bulk.example')
    await portal.test.settled(portal.tenant, sent, 'sent')
    const opened = await portal.open('deliveries?mode=test&q=bulk.example')
    const { page } = opened
    await rowOf(page, 'third').getByText('Sent').waitFor()
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page
      .getByRole('region', { name: 'Actions on the selected deliveries' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Cancel deliveries' })
    await dialog.getByText('2 of 3 deliveries will be canceled.').waitFor()
    await dialog.getByText('1: no longer queued').waitFor()
    expect(await opened.axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel 2 deliveries' }).click()
    // Workers claim operations once per second of the clock of the service.
    await portal.test.until(async () => {
      portal.test.clock.advance(1000)
      return (await dialog.getByText('2 deliveries canceled. 1 delivery was refused.').count()) > 0
    })
    await dialog.getByText(/is not queued, so it can no longer be cancelled/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await rowOf(page, 'first').getByText('Canceled').waitFor()
    await expectNoFaults(opened)
  })

  it('a button in the delivery list loads the next page', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      recipient: { name: `Guest ${n}`, email: `guest${n}@example.com` },
      template: 'hello',
      vars: { name: 'Ada' },
    }))
    await portal.test.call('POST', '/send/batch', { key: portal.tenant.testKey, body: { messages: many } })
    const opened = await portal.open('deliveries?mode=test&q=guest')
    const { page } = opened
    await page.getByRole('button', { name: 'Show more' }).click()
    await rowOf(page, 'guest0@example.com').waitFor()
    expect(await rows(page).count()).toBe(60)
    await expectNoFaults(opened)
  })
})

describe('a delivery', () => {
  it('a failed delivery shows its reason and remedy, and can be resent', async () => {
    const id = await send('bounce@sandbox.test')
    const opened = await portal.open(`deliveries/${id}`)
    const { page } = opened
    await page.getByText('Reason for the failure').waitFor()
    await page.getByText('How to fix:').first().waitFor()
    await page.getByText(/Attempt 1: address unreachable/).waitFor()
    expect(await opened.axe()).toEqual([])
    await page.getByRole('button', { name: 'Resend' }).click()
    const dialog = page.getByRole('dialog', { name: `Resend delivery ${id}?` })
    await dialog.getByRole('button', { name: 'Resend' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
    await heading(page, /^Delivery \d+$/).waitFor()
    await expectNoFaults(opened)
  })

  it('a scheduled delivery can be rescheduled and cancelled', async () => {
    const id = await send('later@example.com', { scheduled_for: soon() })
    const opened = await portal.open(`deliveries/${id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Reschedule' }).click()
    const moment = new Date(portal.test.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 16)
    await page.getByLabel('Send at').fill(moment)
    await page.getByRole('button', { name: 'Reschedule delivery' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const moved = await portal.test.manage('GET', `/workspaces/${portal.tenant.workspace}/deliveries/${id}`)
    expect(moved.body.scheduled_for).toBe(`${moment}:00.000Z`)

    await page.getByRole('button', { name: 'Cancel delivery' }).click()
    const dialog = page.getByRole('dialog', { name: `Cancel delivery ${id} to later?` })
    expect(await opened.axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel delivery' }).click()
    await page.getByRole('alert').getByText('Canceled', { exact: true }).waitFor()
    await page.getByText('Status: canceled').waitFor()
    expect(await page.getByText('Reason for the failure').count()).toBe(0)
    await expectNoFaults(opened)
  })

  it('the page of a delivery shows the same state as the list: scheduled, retrying or canceled', async () => {
    const scheduled = await send('state-later@example.com', { scheduled_for: soon() })
    const retrying = await send('unavailable@sandbox.test')
    const cancelled = await send('state-never@example.com', { scheduled_for: soon() })
    const at = `/workspaces/${portal.tenant.workspace}/deliveries`
    await portal.test.manage('POST', `${at}/${cancelled}/cancel`)
    await portal.test.until(async () => (await portal.test.manage('GET', `${at}/${retrying}`)).body.attempts_made > 0)
    for (const [id, badge] of [
      [scheduled, 'Scheduled'],
      [retrying, 'Retrying 2 of 4'],
      [cancelled, 'Canceled'],
    ] as const) {
      const opened = await portal.open(`deliveries/${id}`)
      await opened.page.locator('.mantine-Badge-root').getByText(badge, { exact: true }).waitFor()
      for (const other of ['Failed', 'Queued'])
        expect([id, await opened.page.getByText(other, { exact: true }).count()]).toEqual([id, 0])
      await expectNoFaults(opened)
    }
  })

  it('the timeline names the member who rescheduled a delivery, and a delivery and its resend link to each other [D125]', async () => {
    const id = await send('delivered@sandbox.test')
    await portal.test.settled(portal.tenant, id, 'delivered')
    const opened = await portal.open(`deliveries/${id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`))
    await page.getByText('Resent by Ada').waitFor()
    await page
      .getByRole('link', { name: `Delivery ${id}`, exact: true })
      .first()
      .click()
    await heading(page, `Delivery ${id}`).waitFor()
    await page.getByText('Resent as').waitFor()
    await expectNoFaults(opened)
  })

  it('the page of a scheduled delivery shows a preview, the variables, and a request to copy as curl [D126, D127]', async () => {
    const id = await send('preview@example.com', { scheduled_for: soon() })
    const opened = await portal.open(`deliveries/${id}`)
    const { page } = opened
    await page.getByRole('heading', { name: 'Message as it will be sent' }).waitFor()
    await page.locator('iframe').contentFrame().getByRole('paragraph').filter({ hasText: 'Ciao Ada' }).waitFor()
    // The second stylesheet has the styles of tabs. The styles of buttons, which tabs are too, must not replace them.
    const padding = await page.evaluate(`getComputedStyle(document.querySelector('[role=tab]')).paddingTop`)
    expect(padding).not.toBe('0px')
    // The arrow keys open the other tabs.
    await page.getByRole('tab', { name: 'Preview' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('cell', { name: 'Ada', exact: true }).waitFor()
    expect(await opened.axe()).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: 'Request' }).getByText('"template": "hello"').waitFor()
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
    await expectNoFaults(opened)
  })

  it('the data of a Liquid message is shown with its variables, and is masked for a viewer', async () => {
    const { test, tenant } = portal
    const template = {
      slug: 'parcel',
      name: 'Parcel',
      engine: 'liquid',
      sensitive: ['data.code'],
      locales: { en: { subject: 'Parcel', body: 'Parcel {{ data.parcel.city }} {{ data.code }}' } },
    }
    const created = await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, template)
    expect(created.status).toBe(201)
    const { body } = await test.send(tenant.testKey, {
      recipient: { email: 'liquid@example.com', locale: 'en' },
      template: 'parcel',
      data: { parcel: { city: 'Turin' }, code: '739155' },
    })
    for (const [as, code] of [
      [portal.owner, '739155'],
      [viewer, '••••'],
    ] as const) {
      const opened = await portal.open(`deliveries/${body.delivery_id}`, { as })
      const { page } = opened
      await page.getByRole('tab', { name: 'Variables' }).click()
      const data = page.getByRole('region', { name: 'Data for the Liquid template' })
      await data.getByText('"city": "Turin"').waitFor()
      expect(await data.textContent()).toContain(`"code": "${code}"`)
      expect(await page.getByText('The request had no variables.').count()).toBe(0)
      await expectNoFaults(opened)
    }
  })

  it('shows HTML in names, values and buttons as text and does not run it', async () => {
    const hostile = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>'
    const { body } = await portal.test.send(portal.tenant.testKey, {
      recipient: { name: hostile, email: 'hostile@example.com' },
      template: 'hello',
      vars: { name: hostile },
      actions: [{ slug: 'go', label: '<b>Go</b>', callback_url: 'http://127.0.0.1:9/go' }],
    })
    const opened = await portal.open(`deliveries/${body.delivery_id}`)
    const { page } = opened
    await page.getByText(`Ciao ${hostile}`).first().waitFor()
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByText('<b>Go</b>').waitFor()
    expect(await page.evaluate('window.ran')).toBe(undefined)
    await expectNoFaults(opened)
  })

  it('a viewer sees a delivery and cannot cancel it', async () => {
    const id = await send('viewed@example.com', { scheduled_for: soon() })
    const opened = await portal.open(`deliveries/${id}`, { as: viewer })
    const { page } = opened
    await page.getByRole('heading', { name: 'Message as it will be sent' }).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel delivery' }).count()).toBe(0)
    const refused = await viewer.request('POST', `/workspaces/${portal.tenant.workspace}/deliveries/${id}/cancel`)
    expect(refused.status).toBe(403)
    await expectNoFaults(opened)
  })

  it('the delivery page shows an error for an unknown id and for an id that is not a number', async () => {
    const opened = await portal.open('deliveries/999999')
    await opened.page
      .getByRole('alert')
      .getByText(/No delivery 999999/)
      .waitFor()
    await opened.page.goto(opened.page.url().replace('999999', 'nonsense'))
    await opened.page.getByText('Delivery not found. A delivery ID is a number.').waitFor()
    await expectNoFaults(opened)
  })

  it.each(views)(
    'the delivery page and the list pass the accessibility checks in $colorScheme at $viewport.width px',
    async (view) => {
      const id = await send('unavailable@sandbox.test')
      const story = await portal.open(`deliveries/${id}`, view)
      await story.page.getByText('Reason for the delay').waitFor()
      await expectNoFaults(story)
      const list = await portal.open('deliveries?mode=test', view)
      const listed = view.viewport.width < 992 ? cards(list.page) : rows(list.page)
      await listed.first().waitFor()
      await expectNoFaults(list)
    },
  )
})

/** Returns the time one day from now, within the limit for scheduled messages. */
function soon(): string {
  return new Date(portal.test.clock.now().getTime() + 86_400_000).toISOString()
}
