// Tests of the forms on the channel page in a browser: first connection, listed connection, and push before the upgrade
// is finished.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/lib/log.ts'
import { type Service, startService } from '../../src/service.ts'
import { cookiesOf, startBrowser, type TestBrowser } from '../harness/browser.ts'
import { createClient } from '../harness/client.ts'
import { setUpOwner } from '../harness/members.ts'
import { numberField, numberSettings, showsNumber } from '../harness/number-form.ts'
import { downgradeTo010 } from '../harness/older-version.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { answerAsFirebase, serviceAccount } from '../harness/push.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const KEY = 'the master key of the portal tests'

describe('the connections of a channel', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.stop())

  /** Creates a source with a connected channel. */
  async function connected(channel: string, settings: object) {
    const { test, tenant } = portal
    const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: channel })
    const path = `sources/${body.id}/connections/${channel}`
    const at = `/workspaces/${tenant.workspace}/${path}`
    const { body: first } = await test.manage('PUT', at, { settings })
    return {
      first: first as { id: number },
      path,
      read: async () => (await test.manage('GET', at)).body,
      /** Replaces the only connection, as another member would. */
      async replace(by: object) {
        const [{ id: old }] = (await test.manage('GET', `${at}/providers`)).body.data
        const { id } = (await test.manage('POST', `${at}/providers`, { settings: by })).body
        await test.manage('PUT', `${at}/providers/order`, { order: [id, old] })
        await test.manage('DELETE', `${at}/providers/${old}`)
      },
    }
  }

  it('after the first connection was removed, the form edits the new first connection, and saves no setting of the removed connection', async () => {
    const whatsapp = await connected('whatsapp', numberSettings('101'))
    const opened = await portal.open(whatsapp.path)
    const { page } = opened
    await showsNumber(page, '101')
    await page.getByRole('button', { name: 'Add a connection' }).click()
    const added = page.locator('form').nth(1)
    await added.getByRole('textbox', { name: /^Phone number ID/i }).fill('102')
    await added.getByLabel(/^Access token/).fill('token')
    await added.getByLabel(/^App secret/).fill('secret')
    await added.getByLabel(/^Verify token/).fill('verify')
    await added.getByRole('button', { name: 'Add a connection' }).click()
    await page.getByRole('button', { name: /^Edit connection 2/ }).click()
    await showsNumber(page, '102')
    await page.getByRole('button', { name: 'Close', exact: true }).click()

    // The connection list is refreshed before the channel, so the form still shows the removed connection at first.
    await page.route(/\/connections$/, async (route) => {
      await numberField(page).waitFor()
      await route.continue()
    })
    await page.getByRole('button', { name: /^Remove connection 1/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await showsNumber(page, '102')
    await page.unrouteAll({ behavior: 'wait' })
    await numberField(page).fill('202')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Connection saved').waitFor()
    expect(await whatsapp.read()).toMatchObject({ settings: { phone_number_id: '202' } })

    await whatsapp.replace(numberSettings('103'))
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await showsNumber(page, '103')

    await whatsapp.replace(numberSettings('104'))
    await numberField(page).fill('301')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Another change was saved after you opened this page.').waitFor()
    await page.getByText('settings were changed after they were read').waitFor()
    await page.getByText('The connection that you edited was replaced.').waitFor()
    await showsNumber(page, '301')
    expect(await page.getByRole('button', { name: 'Overwrite saved version' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Use saved version' }).click()
    await showsNumber(page, '104')
    expect(await whatsapp.read()).toMatchObject({ settings: { phone_number_id: '104' } })
    await expectNoFaults(opened)
  })

  it.each([
    {
      locale: 'en-GB',
      words: { remove: 'Remove connection', cancel: 'Cancel', disconnect: 'Disconnect' },
      texts: {
        alone: 'Other connections cannot reach the devices of this connection',
        browsers: 'must subscribe again',
        apps: 'Apps receive',
      },
    },
    {
      locale: 'it-IT',
      words: { remove: 'Rimuovi il collegamento', cancel: 'Annulla', disconnect: 'Scollega' },
      texts: {
        alone: 'Gli altri collegamenti non raggiungono i dispositivi di questo',
        browsers: 'devono iscriversi di nuovo',
        apps: 'Le app non ricevono',
      },
    },
  ])(
    'warns about unreachable devices when a push connection is removed, in $locale',
    async ({ locale, words, texts }) => {
      const google = await startProvider()
      onTestFinished(() => google.stop())
      answerAsFirebase(google)
      const fcm = { service_account: serviceAccount(google.url), api_base: google.url }
      const push = await connected('push', { vapid: { subject: 'mailto:push@shop.example' }, fcm })
      const opened = await portal.open(push.path, { locale })
      const { page } = opened
      const dialog = page.getByRole('dialog')
      const warningOf = async (name: string) => {
        await page.getByRole('button', { name }).click()
        const text = await dialog.innerText()
        await dialog.getByRole('button', { name: words.cancel }).click()
        await dialog.waitFor({ state: 'detached' })
        return text
      }
      const webpush = await warningOf(`${words.remove} 1: Web Push`)
      expect(webpush).toContain(texts.alone)
      expect(webpush).toContain(texts.browsers)
      expect(webpush).not.toContain(texts.apps)
      const apps = await warningOf(`${words.remove} 2: Firebase Cloud Messaging`)
      expect(apps).toContain(texts.alone)
      expect(apps).toContain(texts.apps)
      expect(apps).not.toContain(texts.browsers)
      const all = await warningOf(words.disconnect)
      expect(all).toContain(texts.browsers)
      expect(all).toContain(texts.apps)
      await expectNoFaults(opened)
    },
  )
})

describe('push before the upgrade from 0.1.0 is finished', () => {
  let test: TestService
  let browser: TestBrowser
  let google: Provider
  let service: Service | undefined
  beforeAll(async () => {
    ;[test, browser, google] = await Promise.all([
      startTestService('postgres', { MASTER_KEY: KEY }, 'api'),
      startBrowser(),
      startProvider(),
    ])
    answerAsFirebase(google)
  })
  afterAll(async () => {
    await browser.close()
    await google.stop()
    await service?.stop()
    await test.stop()
  })

  /** Starts the current version on the data of 0.1.0. */
  async function startOn010() {
    await downgradeTo010(test.service.db, KEY)
    const env = {
      ...test.databaseSettings,
      DATA_DIR: test.dataDir,
      PORT: '0',
      ALLOW_PRIVATE_NETWORK: '1',
      LOG_LEVEL: 'silent',
      MASTER_KEY: KEY,
    }
    service = await startService({
      config: readConfig(env),
      role: 'api',
      log: createLogger('silent'),
      clock: test.clock,
    })
    return createClient(service.url!, test.dataDir)
  }

  it('one form edits, checks and disconnects push until the settings of 0.1.0 are migrated', async () => {
    const owner = await setUpOwner(test)
    const tenant = await test.tenant()
    const path = `sources/${tenant.source}/connections/push`
    const at = `/workspaces/${tenant.workspace}/${path}`
    const fcm = { service_account: serviceAccount(google.url), api_base: google.url }
    await test.manage('PUT', at, { settings: { vapid: { subject: 'mailto:push@shop.example' }, fcm } })
    const { settings } = (await test.manage('GET', at)).body
    const { url, manage } = await startOn010()

    const opened = await browser.open()
    const { page } = opened
    await page.context().addCookies(cookiesOf(url, owner.cookie))
    await page.goto(`${url}/w/${tenant.workspace}/${path}`)
    await page
      .getByRole('group', { name: 'FCM' })
      .getByRole('textbox', { name: /^Service account/ })
      .waitFor()
    expect(await page.locator('ol > li').count()).toBe(0)
    await page.getByRole('textbox', { name: /^Subject/ }).fill('mailto:other@shop.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Connection saved').waitFor()
    await page.getByText('No problems found').waitFor()
    const saved = { ...settings, vapid: { ...settings.vapid, subject: 'mailto:other@shop.example' } }
    expect((await manage('GET', at)).body.settings).toEqual(saved)
    expect((await manage('GET', `${at}/providers`)).body.data).toMatchObject([{ id: 0 }, { id: 0 }])

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByText('must subscribe again').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('link', { name: 'Connect: Push' }).waitFor()
    expect((await manage('GET', at)).status).toBe(404)
    await expectNoFaults(opened)
  })
})
