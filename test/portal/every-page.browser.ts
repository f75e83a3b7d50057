// Every page of the portal, full and empty, on a desk in the light and on a phone in the dark: nothing axe finds, no
// policy broken, nothing of a stranger's run, nothing wider than the screen. The pages come from the portal's own tables.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflows, sizes, type TestPage } from '../harness/browser.ts'
import { type Furnished, furnish } from '../harness/furnished.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'

const source = (file: string) => readFileSync(new URL(`../../portal/src/${file}`, import.meta.url), 'utf8')
const inside = [...source('pages/pages.ts').matchAll(/^ {2}(?: {2}|\{ )path: '([^']*)'/gm)].map(([, path]) => path!)
const outside = [...source('router.tsx').matchAll(/outside\('([^']+)'/g)].map(([, path]) => path!)

/** What stands for each part that varies where there is nothing of that kind. */
const nowhere = (path: string) => path.replace('$channel', 'email').replace(/\$\w+/g, '999999')

let portal: TestPortal
let furnished: Furnished

beforeAll(async () => {
  portal = await startTestPortal()
  furnished = await furnish(portal)
})
afterAll(async () => {
  await furnished?.stop()
  await portal?.stop()
})

describe('every page', () => {
  it('is known here: one address for each page of the tables', () => {
    expect(inside).toHaveLength([...source('pages/pages.ts').matchAll(/import\('/g)].length)
    expect(inside.length).toBeGreaterThan(20)
    expect(Object.keys(furnished.places).sort()).toEqual([...inside].sort())
  })

  it.each(inside)('is sound where there is much to see: /%s', async (path) => {
    const opened = await portal.open(furnished.places[path]![0]!)
    for (const address of furnished.places[path]!) {
      await opened.page.goto(`${portal.test.url}/w/${portal.tenant.workspace}/${address}`)
      await expectSoundBothWays(opened)
    }
    await opened.page.context().close()
  })

  it('is sound where there is nothing yet, and where there never was anything', async () => {
    const { workspace } = await portal.test.tenant()
    const opened = await portal.open('')
    for (const path of inside) {
      await opened.page.goto(`${portal.test.url}/w/${workspace}/${nowhere(path)}`)
      await expectSoundBothWays(opened)
    }
    await opened.page.context().close()
  })

  it.each(outside)('is sound before one has signed in, or belongs anywhere: %s', async (path) => {
    const opened = await portal.browser.open()
    await opened.page.goto(`${portal.test.url}${path}?token=wrong`)
    await expectSoundBothWays(opened)
    await opened.page.context().close()
  })
})

async function expectSoundBothWays({ page, faults, axe }: TestPage): Promise<void> {
  const wrong: Record<string, unknown> = {}
  await loaded(page)
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
  if (faults.length > 0) wrong.faults = faults
  expect({ page: new URL(page.url()).pathname, wrong }).toEqual({ page: expect.any(String), wrong: {} })
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
