// Opens the portal in a real browser, with a signed-in owner and a workspace.
import { existsSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cookiesOf, sizes, startBrowser, type TestBrowser, type TestPage } from './browser.ts'
import { overflows } from './layout.ts'
import { type Browser, setUpOwner } from './members.ts'
import { startTestService, type Tenant, type TestService } from './service.ts'

export interface TestPortal {
  test: TestService
  browser: TestBrowser
  /** The session of the installation's owner, signed in over HTTP. */
  owner: Browser
  tenant: Tenant
  /** Opens a page of the workspace (`deliveries/17`), signed in as the owner or as the member `as`. */
  open(path: string, options?: BrowserContextOptions & { as?: Browser }): Promise<TestPage>
  stop(): Promise<void>
}

export async function startTestPortal(env: Record<string, string> = {}): Promise<TestPortal> {
  // Without the portal, the service answers 404 with a page that passes most checks.
  if (!existsSync(new URL('../../web/index.html', import.meta.url)))
    throw new Error('The portal is not built. Run the test with npm run browser.')
  const [test, browser] = await Promise.all([startTestService('embedded', env), startBrowser()])
  const owner = await setUpOwner(test)
  const tenant = await test.tenant()
  return {
    test,
    browser,
    owner,
    tenant,
    async open(path, { as = owner, ...options } = {}) {
      const opened = await browser.open(options)
      await opened.page.context().addCookies(cookiesOf(test.url, as.cookie))
      await opened.page.goto(`${test.url}/w/${tenant.workspace}/${path}`)
      return opened
    },
    async stop() {
      await browser.close()
      await test.stop()
    },
  }
}

/** The four tested displays: desktop and phone, in light and dark mode. */
export const views = [
  { viewport: sizes.desktop, colorScheme: 'light' },
  { viewport: sizes.desktop, colorScheme: 'dark' },
  { viewport: sizes.phone, colorScheme: 'light' },
  { viewport: sizes.phone, colorScheme: 'dark' },
] as const

/** Checks for findings of axe, faults of the browser and sideways scrolling, and closes the page. */
export async function expectNoFaults({ page, faults, axe }: TestPage): Promise<void> {
  expect(await axe()).toEqual([])
  expect(faults).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.context().close()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

/** Waits until the browser has read the script and the styles of a part of the portal. The load starts after this call. */
export async function loaded(page: Page, part: string): Promise<void> {
  const read = async (end: string) => {
    const response = await page.waitForResponse(new RegExp(`assets/${part}-.*${end}$`))
    await response.finished()
  }
  await Promise.all([read('js'), read('css')])
}
