// The portal in a real browser, with an owner who is signed in and a workspace to look at.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cookiesOf, overflows, sizes, startBrowser, type TestBrowser, type TestPage } from './browser.ts'
import { type Browser, setUpOwner } from './members.ts'
import { startTestService, type Tenant, type TestService } from './service.ts'

export interface TestPortal {
  test: TestService
  browser: TestBrowser
  /** Signed in as the installation's owner, over HTTP. */
  owner: Browser
  tenant: Tenant
  /** A page of the workspace (`deliveries/17`), opened by the owner or by `as`. */
  open(path: string, options?: BrowserContextOptions & { as?: Browser }): Promise<TestPage>
  stop(): Promise<void>
}

export async function startTestPortal(env: Record<string, string> = {}): Promise<TestPortal> {
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

/** The four ways everybody looks at a page: on a desk and on a phone, in the light and in the dark. */
export const views = [
  { viewport: sizes.desktop, colorScheme: 'light' },
  { viewport: sizes.desktop, colorScheme: 'dark' },
  { viewport: sizes.phone, colorScheme: 'light' },
  { viewport: sizes.phone, colorScheme: 'dark' },
] as const

/** Nothing that axe finds, no fault of the browser's, no sideways scrolling; then the page is closed. */
export async function expectNoFaults({ page, faults, axe }: TestPage): Promise<void> {
  expect(await axe()).toEqual([])
  expect(faults).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.context().close()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
