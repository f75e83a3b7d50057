// Tests of the figures of the overview in a browser: links to lists, periods and filters, charts and their tables.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoFaults, heading, startTestPortal, type TestPortal, views } from '../harness/portal.ts'

let portal: TestPortal
let other: number

beforeAll(async () => {
  portal = await startTestPortal()
  const { test, tenant } = portal
  const made = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: 'Back office' })
  other = made.body.id
})
afterAll(() => portal?.stop())

/** Stores 240 live messages of the last 20 hours: every tenth failed, every fourth came from the second source. */
async function store(): Promise<void> {
  const { test, tenant } = portal
  await test.service.db.query({
    text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
             status, ready, next_at, created_at, expires_at, content, history, period, error_code, error_message)
           select $1::bigint, case when i % 4 = 0 then $3::bigint else $2::bigint end, 'live', -1, 1, 'Ada', 'ada@example.com',
             case when i % 3 = 0 then 'sms' else 'email' end, 'hello', 1, case when i % 10 = 0 then 'failed' else 'sent' end, false, at, at, at,
             '{"body":"Hello","vars":{},"actions":[],"attachments":[]}',
             jsonb_build_array(jsonb_build_object('status', 'sent', 'at', at + interval '2 seconds')), '2030-01-01',
             case when i % 10 = 0 then 'permanent' end, case when i % 10 = 0 then 'Mailbox does not exist (550 5.1.1)' end
           from (select i, $4::timestamptz - (240 - i) * interval '5 minutes' as at from generate_series(1, 240) i) made order by at`,
    values: [tenant.workspace, tenant.source, other, test.clock.now()],
  })
}

const region = { name: 'Messages', exact: true } as const

describe('the figures of the overview', () => {
  it('if a period has no messages, the page explains the figures and offers a longer period', async () => {
    const opened = await portal.open('?period=hour')
    const { page } = opened
    await page.getByRole('heading', { name: 'No messages in this period' }).waitFor()
    await page.getByText(/how many messages were sent, delivered and failed/).waitFor()
    await page.getByRole('button', { name: 'Show 30 days' }).click()
    await page.waitForURL(/period=month/)
    await page.getByRole('button', { name: 'Show 30 days' }).waitFor({ state: 'detached' })
    await store()
    await page.getByRole('link', { name: /^Accepted 240/ }).waitFor()
    await expectNoFaults(opened)
  })

  it('every figure is a link to the messages that it counts, with the period and the filters of the page', async () => {
    const opened = await portal.open(`?period=day&source=${other}`)
    const { page } = opened
    const section = page.getByRole('region', region)
    await section.getByRole('link', { name: /^Accepted 60/ }).waitFor()
    const searchOf = async (name: RegExp) => {
      const href = await section.getByRole('link', { name }).first().getAttribute('href')
      const { pathname, searchParams } = new URL(href ?? '', 'http://portal')
      return { pathname, ...Object.fromEntries(searchParams) }
    }
    const common = {
      pathname: `/w/${portal.tenant.workspace}/deliveries`,
      source: String(other),
      from: expect.stringMatching(/^\d{4}-.*Z$/),
      to: expect.stringMatching(/^\d{4}-.*Z$/),
    }
    expect(await searchOf(/^Accepted/)).toEqual(common)
    expect(await searchOf(/^Sent/)).toEqual({ ...common, status: 'sent,delivered,read' })
    expect(await searchOf(/^Delivered/)).toEqual({ ...common, status: 'delivered,read' })
    expect(await searchOf(/^Failed/)).toEqual({ ...common, status: 'failed' })
    expect(await searchOf(/^Time to send/)).toEqual({ ...common, status: 'sent,delivered,read' })
    expect(await searchOf(/^8 messages/)).toEqual({
      ...common,
      status: 'failed',
      reason: 'permanent',
      channel: 'email',
    })
    const { from: _from, to: _to, ...now } = common
    expect(await searchOf(/^Waiting now/)).toEqual({ ...now, status: 'queued,retrying,paused' })
    await section.getByRole('link', { name: /^Failed/ }).click()
    await heading(page, 'Deliveries').waitFor()
    await expectNoFaults(opened)
  })

  it('the tables of channels and sources show the failure rate and the times to send as links to their messages', async () => {
    const opened = await portal.open('?period=day')
    const { page } = opened
    const row = page.getByRole('row', { name: /^Email 144/ })
    await row.waitFor()
    await page.getByRole('columnheader', { name: '95% within' }).first().waitFor()
    const links = await Promise.all((await row.getByRole('link').all()).map((link) => link.getAttribute('href')))
    const filters = links.map((link) => new URL(link ?? '', portal.test.url).searchParams)
    expect(new Set(filters.map((search) => search.get('channel')))).toEqual(new Set(['email']))
    const statuses = filters.map((search) => search.get('status'))
    const sent = 'sent,delivered,read'
    expect(statuses).toEqual([null, sent, 'failed', 'failed', sent, sent])
    await row.getByRole('link', { name: '10%' }).click()
    await heading(page, 'Deliveries').waitFor()
    await expectNoFaults(opened)
  })

  it('keeps the period and the filters in the URL, so that a link or the back button shows the same figures', async () => {
    const opened = await portal.open('?period=day')
    const { page } = opened
    const section = page.getByRole('region', region)
    await section.getByRole('link', { name: /^Accepted 240/ }).waitFor()
    await section.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'SMS' }).click()
    await section.getByRole('link', { name: /^Accepted 80/ }).waitFor()
    expect(page.url()).toMatch(/period=day&channel=sms/)
    await section.getByRole('link', { name: /^Accepted/ }).click()
    await heading(page, 'Deliveries').waitFor()
    await page.goBack()
    await section.getByRole('link', { name: /^Accepted 80/ }).waitFor()
    await section.getByRole('radiogroup', { name: 'Period' }).getByText('Custom').click()
    await page.waitForURL(/from=.*to=/)
    await section.getByLabel('From', { exact: true }).waitFor()
    await section.getByRole('link', { name: /^Accepted 80/ }).waitFor()
    await section.getByRole('button', { name: 'Clear filters' }).click()
    await section.getByRole('link', { name: /^Accepted 240/ }).waitFor()
    await expectNoFaults(opened)
  })

  it('shows the problem if the period in the URL is wrong', async () => {
    const opened = await portal.open('?from=yesterday')
    await opened.page
      .getByRole('alert')
      .getByText(/date-time/)
      .waitFor()
    await expectNoFaults(opened)
  })

  it('reads a chart with the arrow keys, and shows its numbers as a table whose rows link to their messages', async () => {
    const opened = await portal.open('?period=day')
    const { page } = opened
    const chart = page.getByRole('figure', { name: /^Messages by status: 216 sent, 24 failed/ })
    await chart.waitFor()
    await chart.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await chart.locator('.recharts-tooltip-wrapper').getByText('Failed').waitFor()
    const button = page.getByRole('button', { name: 'Show as table' }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('region', { name: 'Messages by status' })
    await table.getByRole('columnheader', { name: 'Canceled' }).waitFor()
    expect(await table.getByRole('row').count()).toBe(25)
    const row = await table.getByRole('link').first().getAttribute('href')
    expect(row).toMatch(/deliveries\?from=.*&to=/)
    await page.getByRole('button', { name: 'Show as chart' }).click()
    await chart.waitFor()
    await expectNoFaults(opened)
  })

  it('shows the figures if the code of the charts cannot be loaded', async () => {
    const opened = await portal.open('account')
    const { page } = opened
    await page.route(/\/assets\/charts-(?!failed)[^/]*\.js$/, (route) => route.abort())
    await page.goto(`${portal.test.url}/w/${portal.tenant.workspace}/?period=day`)
    await page.getByText('The charts could not be loaded.').waitFor()
    await page.getByRole('link', { name: /^Accepted 240/ }).waitFor()
    await page.getByRole('heading', { name: 'Reasons of failures' }).waitFor()
    await expectNoFaults(opened)
  })

  it.each(views)('the figures pass the accessibility checks in $colorScheme at $viewport.width px', async (view) => {
    const opened = await portal.open('?period=day', view)
    const { page } = opened
    await page.getByRole('figure', { name: /^Messages by status/ }).waitFor()
    await page.getByRole('heading', { name: 'Reasons of failures' }).waitFor()
    expect(await opened.axe()).toEqual([])
    const asTable = page.getByRole('button', { name: 'Show as table' })
    await asTable.first().click()
    await asTable.first().click()
    await expectNoFaults(opened)
  })
})
