// Tests of every portal page, with and without data, on a light desktop and a dark phone: accessibility, content
// security policy, foreign HTML and layout. On a tablet, only the layout is checked. The list of pages comes from the portal's own tables.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes, type TestPage } from '../harness/browser.ts'
import { type FilledWorkspace, fillWorkspace } from '../harness/filled-workspace.ts'
import { overflows, overlaps, widest } from '../harness/layout.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'

const source = (file: string) => readFileSync(new URL(`../../portal/src/${file}`, import.meta.url), 'utf8')
const inside = [...source('pages/pages.ts').matchAll(/^ {2}(?: {2}|\{ )path: '([^']*)'/gm)].map(([, path]) => path!)
const outside = [...source('router.tsx').matchAll(/outside\('([^']+)'/g)].map(([, path]) => path!)

/** Returns the path with ids that do not exist. */
const withUnknownIds = (path: string) => path.replace('$channel', 'email').replace(/\$\w+/g, '999999')

let portal: TestPortal
let furnished: FilledWorkspace
let empty: number
/** All tests share one page: a new browser context costs more than the checks. */
let owners: TestPage
let strangers: TestPage

beforeAll(async () => {
  portal = await startTestPortal()
  furnished = await fillWorkspace(portal)
  empty = (await portal.test.tenant()).workspace
  owners = await portal.open('')
  strangers = await portal.browser.open()
})
afterAll(async () => {
  await furnished?.stop()
  await portal?.stop()
})

describe('every page', () => {
  it('the filled workspace has a path for each page of the portal', () => {
    expect(inside).toHaveLength([...source('pages/pages.ts').matchAll(/import\('/g)].length)
    expect(inside.length).toBeGreaterThan(20)
    expect(Object.keys(furnished.pagePaths).sort()).toEqual([...inside].sort())
  })

  it.each(inside)('a page with data passes the checks: /%s', async (path) => {
    for (const address of furnished.pagePaths[path]!)
      await expectSoundBothWays(owners, `/w/${portal.tenant.workspace}/${address}`)
  })

  it.each(inside)('a page without data or with unknown ids passes the checks: /%s', async (path) => {
    await expectSoundBothWays(owners, `/w/${empty}/${withUnknownIds(path)}`)
  })

  it.each(outside)('a page before sign-in passes the checks: %s', async (path) => {
    await expectSoundBothWays(strangers, `${path}?token=wrong`)
  })
})

async function expectSoundBothWays({ page, faults, axe }: TestPage, address: string): Promise<void> {
  const wrong: Record<string, unknown> = {}
  await page.goto(`${portal.test.url}${address}`)
  for (const [size, colorScheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(sizes[size])
    await loaded(page)
    const found = await axe()
    if (found.length > 0) wrong[`${size}, ${colorScheme}`] = found
    await checkLayout(page, size, wrong)
  }
  await page.setViewportSize(sizes.tablet)
  await loaded(page)
  await checkLayout(page, 'tablet', wrong)
  if (faults.length > 0) wrong.faults = faults.splice(0)
  expect({ address, wrong }).toEqual({ address, wrong: {} })
}

async function checkLayout(page: Page, size: string, wrong: Record<string, unknown>): Promise<void> {
  if (await overflows(page)) wrong[`${size} wide`] = await widest(page)
  const overlapping = await overlaps(page)
  if (overlapping.length > 0) wrong[`${size} overlaps`] = overlapping
}

/** Waits until the page shows its title and nothing is loading. */
async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const waiting = page.getByRole('status', { name: 'Loading…' })
  await portal.test.until(async () => (await waiting.count()) === 0, 90)
}
