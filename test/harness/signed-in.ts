// A page of the portal for a test, with somebody signed in on it.
import type { BrowserContextOptions } from 'playwright-core'
import type { TestBrowser, TestPage } from './browser.ts'
import type { Browser as Person } from './members.ts'
import type { TestService } from './service.ts'

/** Opens the portal at an address of a workspace: `openAs(browser, test, owner, '/w/1/sources')`. */
export async function openAs(
  browser: TestBrowser,
  test: TestService,
  person: Person,
  address: string,
  options?: BrowserContextOptions,
): Promise<TestPage> {
  const opened = await browser.open(options)
  // A step that waits in vain is named before the whole test is given up; on a busy machine a page takes its time.
  opened.page.setDefaultTimeout(40_000)
  const [name, value] = person.cookie!.split('=')
  await opened.page.context().addCookies([{ name: name!, value: value!, url: test.url }])
  await opened.page.goto(`${test.url}${address}`)
  return opened
}
