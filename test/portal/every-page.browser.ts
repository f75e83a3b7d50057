// Every page of the portal, full and empty, on a desk in the light and on a phone in the dark: nothing axe finds, no
// policy broken, nothing of a stranger's run, nothing wider than the screen. The pages come from the portal's own tables.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflows, sizes, type TestPage } from '../harness/browser.ts'
import { type FilledWorkspace, fillWorkspace } from '../harness/filled-workspace.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'

const source = (file: string) => readFileSync(new URL(`../../portal/src/${file}`, import.meta.url), 'utf8')
const inside = [...source('pages/pages.ts').matchAll(/^ {2}(?: {2}|\{ )path: '([^']*)'/gm)].map(([, path]) => path!)
const outside = [...source('router.tsx').matchAll(/outside\('([^']+)'/g)].map(([, path]) => path!)

/** What stands for each part that varies where there is nothing of that kind. */
const nowhere = (path: string) => path.replace('$channel', 'email').replace(/\$\w+/g, '999999')

let portal: TestPortal
let furnished: FilledWorkspace
let empty: number
/** One page for all of them: a browser's context costs more than what is looked at. */
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
  it('is known here: one address for each page of the tables', () => {
    expect(inside).toHaveLength([...source('pages/pages.ts').matchAll(/import\('/g)].length)
    expect(inside.length).toBeGreaterThan(20)
    expect(Object.keys(furnished.pagePaths).sort()).toEqual([...inside].sort())
  })

  it.each(inside)('is sound where there is much to see: /%s', async (path) => {
    for (const address of furnished.pagePaths[path]!)
      await expectSoundBothWays(owners, `/w/${portal.tenant.workspace}/${address}`)
  })

  it.each(inside)('is sound where there is nothing yet, or never was: /%s', async (path) => {
    await expectSoundBothWays(owners, `/w/${empty}/${nowhere(path)}`)
  })

  it.each(outside)('is sound before one has signed in, or belongs anywhere: %s', async (path) => {
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

/** The page has its title, and nothing on it is still on its way. */
async function loaded(page: TestPage['page']): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const waiting = page.getByRole('status', { name: 'Loading…' })
  await portal.test.until(async () => (await waiting.count()) === 0, 90)
}

/** Names what sticks out at the right, for whoever has to mend it. */
const widest = (page: TestPage['page']) =>
  page.evaluate(`[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((one) => one.outerHTML.slice(0, 120))`)
