// Tests of every portal page, with and without data, on a light desktop and a dark phone: accessibility, content
// security policy, foreign HTML and page width. The list of pages comes from the portal's own tables.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflows, sizes, type TestPage } from '../harness/browser.ts'
import { type FilledWorkspace, fillWorkspace } from '../harness/filled-workspace.ts'
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
    if (await overflows(page)) wrong[`${size} wide`] = await widest(page)
  }
  if (faults.length > 0) wrong.faults = faults.splice(0)
  expect({ address, wrong }).toEqual({ address, wrong: {} })
}

/** Waits until the page shows its title and nothing is loading. */
async function loaded(page: TestPage['page']): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const waiting = page.getByRole('status', { name: 'Loading…' })
  await portal.test.until(async () => (await waiting.count()) === 0, 90)
}

/** Returns the first elements that extend beyond the right edge, for the failure message. */
const widest = (page: TestPage['page']) =>
  page.evaluate(`[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((one) => one.outerHTML.slice(0, 120))`)
