// Sets up the portal journey: a service without an owner, a mail server, an application, and helpers to navigate.
import { expect } from 'vitest'
import { sizes, type TestBrowser, type TestPage } from './browser.ts'
import { overflows } from './layout.ts'
import { heading } from './portal.ts'
import { type Provider, startProvider } from './provider.ts'
import { startTestService, type TestService } from './service.ts'
import { type MailServer, startMailServer } from './smtp.ts'

export interface Display {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

export interface Walk {
  test: TestService
  mail: MailServer
  /** Receives the service's events and callbacks, and answers 200 by default. */
  app: Provider
  opened: TestPage
  /** Opens a page through the navigation. */
  visit(name: string): Promise<void>
  /** Opens the only source at one of its tabs. */
  visitSource(tab: string): Promise<void>
  /** Checks that the page is accessible and fits its window. */
  expectSoundPage(page?: TestPage): Promise<void>
  /** Waits until the email on the page contains this text. */
  waitForEmailText(text: string): Promise<void>
  /** Creates a key in the portal and reads it from the dialog that shows it once. */
  createKey(mode: 'Test' | 'Live'): Promise<string>
  /** Sends a request with the key, as a caller does. */
  send(key: string, order: string, actions?: object[]): Promise<void>
  /** Sends a test event from the endpoint's page and waits until it is received. */
  sendTestEvent(): Promise<void>
  stop(): Promise<void>
}

export async function startWalk(browser: TestBrowser, display: Display): Promise<Walk> {
  const [test, mail, app] = await Promise.all([startTestService('embedded'), startMailServer(), startProvider()])
  app.reply(() => ({ status: 200 }))
  const opened = await browser.open({ ...display })
  const { page } = opened
  const walk: Walk = {
    test,
    mail,
    app,
    opened,
    async visit(name) {
      if (display.viewport === sizes.phone) await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await heading(page, name).waitFor()
    },
    async visitSource(tab) {
      await walk.visit('Sources')
      await page.getByRole('main').getByRole('link').first().click()
      await page.getByRole('tab', { name: tab }).click()
    },
    async expectSoundPage(shown = opened) {
      await shown.page.getByRole('status', { name: 'Loading…' }).first().waitFor({ state: 'detached' })
      // Moves the pointer away: after the last click it may be over an element that changes its style.
      await shown.page.mouse.move(0, 0)
      expect(await shown.axe()).toEqual([])
      expect(await overflows(shown.page)).toBe(false)
    },
    // Searches only paragraphs, because the hidden preheader contains the same text. Reads only the first frame,
    // because a test inbox may show several emails.
    waitForEmailText: (text) =>
      page.frameLocator('iframe >> nth=0').getByRole('paragraph').filter({ hasText: text }).waitFor(),
    async createKey(mode) {
      await walk.visitSource('Keys')
      await page.getByRole('button', { name: 'Create API key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('combobox', { name: 'Mode' }).click()
      await page.getByRole('option', { name: mode }).click()
      await dialog.getByRole('button', { name: 'Create API key' }).click()
      const key = await dialog.getByText(/^svc_(test|live)_/).innerText()
      await walk.expectSoundPage()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await dialog.waitFor({ state: 'detached' })
      return key
    },
    async send(key, order, actions) {
      const recipient = { name: 'Grace Hopper', email: 'grace@navy.example' }
      const message = {
        recipient,
        channel: 'email',
        template: 'order-shipped',
        vars: { name: 'Grace', order },
        actions,
      }
      const answer = await test.send(key, message)
      expect([answer.status, answer.body.error]).toEqual([202, undefined])
    },
    async sendTestEvent() {
      await page.getByRole('button', { name: 'Send test event' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Send event' }).click()
      await dialog.getByRole('status').getByText('Received').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await dialog.waitFor({ state: 'detached' })
    },
    async stop() {
      await page.context().close()
      await Promise.all([test.stop(), mail.stop(), app.stop()])
    },
  }
  return walk
}
