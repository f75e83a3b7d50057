// Downloads lists of the portal as files, with the keyboard, and reads the files.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyboardOf } from '../harness/keyboard.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
  const { test, tenant } = portal
  for (const [name, channel] of [
    ['Ada', 'email'],
    ['Ugo', 'email'],
    ['Eva', 'telegram'],
  ] as const) {
    const address = channel === 'email' ? { email: `${name.toLowerCase()}@shop.example` } : { telegram_chat_id: '100' }
    const message = { recipient: { name, ...address }, template: 'hello', vars: { name }, channel }
    const { status, body } = await test.send(tenant.testKey, message)
    expect(status, JSON.stringify(body)).toBe(202)
    await test.settled(tenant, body.delivery_id, 'sent')
  }
})
afterAll(() => portal?.stop())

/** Opens the menu with the keyboard, downloads the format, and returns the text of the file and its name. */
async function download(page: Page, format: string): Promise<{ name: string; text: string }> {
  const keyboard = keyboardOf(page)
  await keyboard.enter(page.getByRole('button', { name: 'Export', exact: true }))
  const item = page.getByRole('menuitem', { name: format })
  await item.waitFor()
  while ((await item.and(page.locator(':focus')).count()) === 0) await page.keyboard.press('ArrowDown')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

describe('the export menus', () => {
  it('the deliveries that the filters show are downloaded as CSV and as JSON lines', async () => {
    const { page, faults } = await portal.open('deliveries?mode=test&channel=email')
    await page.getByRole('link', { name: /Ada/ }).first().waitFor()
    const csv = await download(page, 'CSV for spreadsheets')
    expect(csv.name).toMatch(/\.csv$/)
    const [header = '', ...rows] = csv.text.trim().split(/\r?\n/)
    expect(header.split(',')).toEqual(expect.arrayContaining(['id', 'status', 'channel']))
    const names = rows.map((row) => /Ada|Ugo|Eva/.exec(row)?.[0] ?? '')
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual(['Ada', 'Ugo'])

    const lines = await download(page, 'JSON lines')
    expect(lines.name).toMatch(/\.jsonl$/)
    const messages = lines.text.trim().split('\n')
    expect(messages.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ channel: 'email', status: 'sent' }),
      expect.objectContaining({ channel: 'email', status: 'sent' }),
    ])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the entries of the audit log that the filters show are downloaded as CSV and as JSON lines', async () => {
    const { page, faults } = await portal.open('audit-log?object=template')
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    const csv = await download(page, 'CSV for spreadsheets')
    expect(csv.name).toMatch(/\.csv$/)
    const lines = await download(page, 'JSON lines')
    const entries = lines.text.trim().split('\n')
    expect(entries.length).toBeGreaterThan(0)
    for (const line of entries) expect(JSON.stringify(JSON.parse(line))).toContain('template')
    expect(csv.text.trim().split(/\r?\n/)).toHaveLength(entries.length + 1)
    expect(faults).toEqual([])
    await page.context().close()
  })
})
