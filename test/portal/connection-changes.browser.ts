// Tests of the channel page in a browser while the connections of the channel change.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberField, numberSettings, showsNumber } from '../harness/number-form.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'

describe('the page of a channel whose connections change', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.stop())

  /** Creates a source with one WhatsApp connection per number, in this order. */
  async function connected(...numbers: string[]) {
    const { test, tenant } = portal
    const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: numbers.join() })
    const source = `sources/${body.id}`
    const at = `/workspaces/${tenant.workspace}/${source}/connections/whatsapp`
    const add = async (number: string): Promise<number> =>
      (await test.manage('POST', `${at}/providers`, { settings: numberSettings(number) })).body.id
    for (const number of numbers) await add(number)
    return {
      source,
      page: `${source}/connections/whatsapp`,
      numbers: async (): Promise<string[]> =>
        (await test.manage('GET', `${at}/providers`)).body.data.map(
          (row: { settings: { phone_number_id: string } }) => row.settings.phone_number_id,
        ),
      /** Replaces the only connection, as another member would. */
      async replace(number: string) {
        const [{ id: old }] = (await test.manage('GET', `${at}/providers`)).body.data
        await test.manage('PUT', `${at}/providers/order`, { order: [await add(number), old] })
        await test.manage('DELETE', `${at}/providers/${old}`)
      },
      disconnect: () => test.manage('DELETE', at),
    }
  }

  const remove = async (page: Page, position: number) => {
    await page.getByRole('button', { name: `Remove connection ${position}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  }
  const save = async (page: Page, number: string) => {
    await numberField(page).fill(number)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Connection saved').waitFor()
  }

  it('saves the right connection from an open form after an earlier connection in the list was removed', async () => {
    const whatsapp = await connected('101', '102', '103')
    const opened = await portal.open(whatsapp.page)
    const { page } = opened
    await page.getByRole('button', { name: 'Edit connection 2' }).click()
    await showsNumber(page, '102')
    await remove(page, 1)
    await page.getByRole('button', { name: 'Edit connection 2' }).waitFor()
    await save(page, '202')
    expect(await whatsapp.numbers()).toEqual(['202', '103'])
    await expectNoFaults(opened)
  })

  it('shows one form for the edited connection after another member removed the only other connection', async () => {
    const whatsapp = await connected('101', '102')
    const opened = await portal.open(whatsapp.page)
    const { page } = opened
    await page.getByRole('button', { name: 'Edit connection 2' }).click()
    await showsNumber(page, '102')
    await remove(page, 1)
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    expect(await page.locator('form').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0)
    await showsNumber(page, '102')
    await save(page, '202')
    expect(await whatsapp.numbers()).toEqual(['202'])
    await expectNoFaults(opened)
  })

  it('clears check results and refusals when another connection replaces the connection in the form', async () => {
    const whatsapp = await connected('101')
    const opened = await portal.open(whatsapp.page)
    const { page } = opened
    await showsNumber(page, '101')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('The check found problems').waitFor()
    await whatsapp.replace('102')
    const refused = page.waitForResponse((response) => response.status() === 409)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await refused
    await showsNumber(page, '102')
    expect(await page.getByText('The check found problems').count()).toBe(0)
    expect(await page.locator('form').getByRole('alert').count()).toBe(0)
    expect(await page.locator('form [id$="-error"]').count()).toBe(0)
    await save(page, '202')
    await expectNoFaults(opened)
  })

  it('the channel page offers to connect the channel again when another member disconnected it after the source page was opened', async () => {
    const whatsapp = await connected('101')
    const opened = await portal.open(whatsapp.source)
    const { page } = opened
    const card = page.getByRole('region', { name: 'WhatsApp' })
    await card.getByText('Connected', { exact: true }).waitFor()
    await whatsapp.disconnect()
    // After one minute the cached connection list is stale, so the page reads it again.
    await page.clock.setSystemTime(Date.now() + 60_000)
    await card.getByRole('link').first().click()
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
    await expectNoFaults(opened)
  })
})
