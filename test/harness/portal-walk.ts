// The set-up of the portal journey: a service without an owner, a mail server, an application, and helpers to navigate.
import { expect } from 'vitest'
import { overflows, sizes, type TestBrowser, type TestPage } from './browser.ts'
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
  /** Receives what the service tells: 200 unless the test says otherwise. */
  app: Provider
  opened: TestPage
  /** Opens a page by the navigation, as people do. */
  visit(name: string): Promise<void>
  /** The only source, at one of its tabs. */
  visitSource(tab: string): Promise<void>
  /** What stands on the page can be read by everybody, and fits. */
  expectSoundPage(page?: TestPage): Promise<void>
  /** Waits until the letter that is drawn on the page says this. */
  waitForEmailText(text: string): Promise<void>
  /** Makes a key in the portal and takes it from the dialog that shows it once. */
  createKey(mode: 'Test' | 'Live'): Promise<string>
  /** What the person's own code does: a request with their key. */
  send(key: string, order: string, actions?: object[]): Promise<void>
  /** Sends a test event from the endpoint's page, and sees it received. */
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
      if (display.viewport === sizes.phone) await page.getByRole('button', { name: 'Open the menu' }).click()
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
      // What lies under the pointer depends on where the last click was.
      await shown.page.mouse.move(0, 0)
      expect(await shown.axe()).toEqual([])
      expect(await overflows(shown.page)).toBe(false)
    },
    // What mailboxes show beside the subject says the same, unseen; and a test inbox holds more than one letter.
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
      await dialog.getByRole('button', { name: 'Send it' }).click()
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
