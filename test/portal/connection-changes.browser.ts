// Tests of the channel page in a browser while the connections of the channel change.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'

describe('the page of a channel whose connections change', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.stop())

  const server = (name: string) => ({ url: `smtp://${name}:secret@127.0.0.1:9`, from: `${name}@shop.example` })

  /** Creates a source with one email connection per name, in this order. */
  async function connected(...names: string[]) {
    const { test, tenant } = portal
    const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: names.join() })
    const source = `sources/${body.id}`
    const at = `/workspaces/${tenant.workspace}/${source}/connections/email`
    const add = async (name: string): Promise<number> =>
      (await test.manage('POST', `${at}/providers`, { settings: server(name) })).body.id
    for (const name of names) await add(name)
    return {
      source,
      page: `${source}/connections/email`,
      senders: async (): Promise<string[]> =>
        (await test.manage('GET', `${at}/providers`)).body.data.map(
          (row: { settings: { from: string } }) => row.settings.from,
        ),
      /** Replaces the only connection, as another member would. */
      async replace(name: string) {
        const [{ id: old }] = (await test.manage('GET', `${at}/providers`)).body.data
        await test.manage('PUT', `${at}/providers/order`, { order: [await add(name), old] })
        await test.manage('DELETE', `${at}/providers/${old}`)
      },
      disconnect: () => test.manage('DELETE', at),
    }
  }

  const fromField = (page: Page) => page.getByRole('textbox', { name: /^From/ })
  const shows = (page: Page, name: string) =>
    expect.poll(() => fromField(page).inputValue(), { timeout: 60_000 }).toBe(`${name}@shop.example`)
  const remove = async (page: Page, position: number) => {
    await page.getByRole('button', { name: `Remove connection ${position}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  }
  const save = async (page: Page, name: string) => {
    await fromField(page).fill(`${name}@shop.example`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Connection saved').waitFor()
  }

  it('saves the right connection from an open form after an earlier connection in the list was removed', async () => {
    const email = await connected('a', 'b', 'c')
    const opened = await portal.open(email.page)
    const { page } = opened
    await page.getByRole('button', { name: 'Edit connection 2' }).click()
    await shows(page, 'b')
    await remove(page, 1)
    await page.getByRole('button', { name: 'Edit connection 2' }).waitFor()
    await save(page, 'b2')
    expect(await email.senders()).toEqual(['b2@shop.example', 'c@shop.example'])
    await expectNoFaults(opened)
  })

  it('shows one form for the edited connection after another member removed the only other connection', async () => {
    const email = await connected('a', 'b')
    const opened = await portal.open(email.page)
    const { page } = opened
    await page.getByRole('button', { name: 'Edit connection 2' }).click()
    await shows(page, 'b')
    await remove(page, 1)
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    expect(await page.locator('form').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0)
    await shows(page, 'b')
    await save(page, 'b2')
    expect(await email.senders()).toEqual(['b2@shop.example'])
    await expectNoFaults(opened)
  })

  it('clears check results and refusals when another connection replaces the connection in the form', async () => {
    const email = await connected('a')
    const opened = await portal.open(email.page)
    const { page } = opened
    await shows(page, 'a')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('The check found problems').waitFor()
    await email.replace('b')
    const refused = page.waitForResponse((response) => response.status() === 409)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await refused
    await shows(page, 'b')
    expect(await page.getByText('The check found problems').count()).toBe(0)
    expect(await page.locator('form').getByRole('alert').count()).toBe(0)
    expect(await page.locator('form [id$="-error"]').count()).toBe(0)
    await save(page, 'b2')
    await expectNoFaults(opened)
  })

  it('the channel page offers to connect the channel again when another member disconnected it after the source page was opened', async () => {
    const email = await connected('a')
    const opened = await portal.open(email.source)
    const { page } = opened
    const card = page.getByRole('region', { name: 'Email' })
    await card.getByText('Connected', { exact: true }).waitFor()
    await email.disconnect()
    // After one minute the cached connection list is stale, so the page reads it again.
    await page.clock.setSystemTime(Date.now() + 60_000)
    await card.getByRole('link').first().click()
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
    await expectNoFaults(opened)
  })
})
