// Tests of channels with several connections in a browser: email, push in English and Italian, and a channel that only
// tests have.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBreaker } from '../../src/store/delivery/breakers.ts'
import { type PagerService, startPagerService } from '../contract/fixtures/pager-service.ts'
import { cookiesOf, sizes, startBrowser, type TestBrowser } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
import { addMember } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { answerAsFirebase, serviceAccount } from '../harness/push.ts'

/** Selects the provider in the open form. */
const choose = async (page: Page, provider: string) => {
  await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
  await page.getByRole('option', { name: provider }).click()
}

describe('several email connections', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.stop())

  it('shows which connection does not work, and uses it again when the member resumes it', async () => {
    const { test, tenant } = portal
    const { body: source } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, {
      name: 'Two servers',
    })
    const at = `/workspaces/${tenant.workspace}/sources/${source.id}/connections/email/providers`
    const settings = { url: 'smtp://user:secret@127.0.0.1:2525', from: 'Shop <hello@shop.example>' }
    const { body: first } = await test.manage('POST', at, { settings })
    await test.manage('POST', at, { settings })
    const now = test.clock.now()
    await openBreaker(test.service.db, now, {
      id: first.id,
      version: first.version,
      probeAt: new Date(now.getTime() + 3_600_000),
      reason: '5 attempts failed in a row. The last: the mail server could not be reached: it refused the connection',
      deliveryId: null,
    })
    const opened = await portal.open(`sources/${source.id}/connections/email`)
    const { page } = opened
    const row = page.locator('ol > li').first()
    await row.getByText('Not working', { exact: true }).waitFor()
    await row.getByText('5 attempts failed in a row').waitFor()
    await row.getByText('Messages go to the next connection that works').waitFor()
    await row.getByRole('button', { name: 'Resume' }).click()
    await row.getByText('Not working', { exact: true }).waitFor({ state: 'detached' })
    expect((await test.manage('GET', at)).body.data[0].unavailable).toBeNull()
    await expectNoFaults(opened)
  })
})

describe('the connections of push', () => {
  let portal: TestPortal
  let google: Provider
  beforeAll(async () => {
    portal = await startTestPortal()
    google = await startProvider()
    answerAsFirebase(google)
  })
  afterAll(async () => {
    await google.stop()
    await portal.stop()
  })

  /** Creates a source. Returns its page and functions that call the management API for its push connections. */
  async function sourceOf(name: string) {
    const { test, tenant } = portal
    const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name })
    const at = `/workspaces/${tenant.workspace}/sources/${body.id}/connections/push/providers`
    return {
      page: `sources/${body.id}/connections/push`,
      list: async () => (await test.manage('GET', at)).body.data,
      add: async (given: object) => (await test.manage('POST', at, given)).body,
      change: async (id: number, given: object) => (await test.manage('PUT', `${at}/${id}`, given)).body,
    }
  }

  const ACCOUNT = { name: /^(Service account|Account di servizio)/i }
  const FCM = '2: Firebase Cloud Messaging'

  it('connects push with the selected provider, then adds and checks a second connection', async () => {
    const source = await sourceOf('Chosen')
    const opened = await portal.open(source.page)
    const { page } = opened
    await choose(page, 'Firebase Cloud Messaging')
    await page.getByRole('textbox', ACCOUNT).waitFor()
    await choose(page, 'Web Push')
    await page.getByRole('textbox', { name: /^Subject/ }).fill('mailto:push@shop')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.locator('[id$="-error"]').waitFor()
    await page.getByRole('textbox', { name: /^Subject/ }).fill('mailto:push@shop.example')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('No problems found').waitFor()
    expect(await source.list()).toMatchObject([{ provider: 'webpush', position: 1 }])

    await page.getByRole('button', { name: 'Add a connection' }).click()
    await choose(page, 'Firebase Cloud Messaging')
    await page.getByRole('textbox', ACCOUNT).fill(JSON.stringify(serviceAccount(google.url)))
    await page.getByRole('button', { name: 'Advanced settings' }).click()
    await page.getByRole('textbox', { name: /^API base/ }).fill(google.url)
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await page.locator('ol > li').filter({ hasText: 'Firebase' }).getByText('No problems found').waitFor()
    expect(await source.list()).toMatchObject([{ provider: 'webpush' }, { provider: 'fcm', position: 2 }])
    // Each provider of push can be connected once.
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['Apple Push Notification service', 'Expo'])
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await expectNoFaults(opened)
  })

  it.each([
    {
      locale: 'en-GB',
      words: { edit: 'Edit', check: 'Check', save: 'Save', remove: 'Remove', connection: 'connection' },
      texts: { saved: 'Connection saved', wrong: 'The check found problems', again: 'Enter the secrets again' },
      close: 'Close',
    },
    {
      locale: 'it-IT',
      words: {
        edit: 'Modifica',
        check: 'Verifica',
        save: 'Salva',
        remove: 'Rimuovi',
        connection: 'il collegamento',
      },
      texts: {
        saved: 'Collegamento salvato',
        wrong: 'La verifica ha trovato problemi',
        again: 'Inserisci di nuovo i segreti',
      },
      close: 'Chiudi',
    },
  ])('edits, checks and removes single push connections, in $locale', async ({ locale, words, texts, close }) => {
    const source = await sourceOf(locale)
    await source.add({ settings: { subject: 'mailto:push@shop.example' } })
    const account = { service_account: serviceAccount(google.url), api_base: google.url }
    const { id } = await source.add({ provider: 'fcm', settings: account })
    const opened = await portal.open(source.page, { locale, viewport: sizes.phone, colorScheme: 'dark' })
    const { page, axe } = opened
    await page.getByRole('button', { name: `${words.edit} ${words.connection} ${FCM}` }).click()
    const form = page.locator('form')
    await form
      .getByRole('button')
      .filter({ hasText: /^(Advanced|Impostazioni)/ })
      .click()
    await form.getByRole('textbox', { name: /^(API base|Base dell’API)/ }).fill('http://127.0.0.1:9')
    await page.getByText(texts.again, { exact: true }).waitFor()
    await form.getByRole('textbox', ACCOUNT).fill(JSON.stringify(serviceAccount(google.url)))
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)
    await form.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByText(texts.saved).waitFor()
    await form.getByText(texts.wrong).waitFor()
    const [, second] = await source.list()
    expect(second).toMatchObject({ id, version: 2, settings: { api_base: 'http://127.0.0.1:9' } })

    await page.getByRole('button', { name: close, exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${words.check} ${words.connection} ${FCM}` }).click()
    await page.locator('ol > li').filter({ hasText: 'Firebase' }).getByText(texts.wrong).waitFor()
    await page.getByRole('button', { name: `${words.remove} ${words.connection} ${FCM}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.remove }).click()
    await page.locator('ol > li').filter({ hasText: 'Firebase' }).waitFor({ state: 'detached' })
    expect(await source.list()).toMatchObject([{ provider: 'webpush' }])
    await expectNoFaults(opened)
  })

  it('keeps the input and offers a choice when another member saved the same push connection', async () => {
    const source = await sourceOf('Both')
    const { id } = await source.add({ settings: { subject: 'mailto:push@shop.example' } })
    const opened = await portal.open(source.page)
    const { page } = opened
    await page.getByRole('button', { name: 'Edit connection 1: Web Push' }).click()
    await page.getByRole('textbox', { name: /^Subject/ }).fill('mailto:mine@shop.example')
    await source.change(id, { settings: { subject: 'mailto:theirs@shop.example' } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved version, Subject: mailto:theirs@shop.example').waitFor()
    await page.getByRole('button', { name: 'Overwrite saved version' }).click()
    await page.getByText('Connection saved').waitFor()
    expect(await source.list()).toMatchObject([{ settings: { subject: 'mailto:mine@shop.example' } }])
    await expectNoFaults(opened)
  })

  it('shows a viewer the settings of a push connection without any way to change them', async () => {
    const source = await sourceOf('Viewed')
    await source.add({ settings: { subject: 'mailto:push@shop.example' } })
    const viewer = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'vi@shop.example')
    const opened = await portal.open(source.page, { as: viewer })
    await opened.page.getByRole('button', { name: 'Show connection 1: Web Push' }).click()
    await opened.page.getByRole('textbox', { name: /^Subject/, disabled: true }).waitFor()
    expect(await opened.page.locator('main button:enabled').allInnerTexts()).toEqual(['Close'])
    await opened.page.getByRole('button', { name: 'Close', exact: true }).click()
    await opened.page.getByRole('textbox', { name: /^Subject/ }).waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })
})

describe('a channel without texts in the portal', () => {
  let pager: PagerService
  let browser: TestBrowser
  beforeAll(async () => {
    ;[pager, browser] = await Promise.all([startPagerService(), startBrowser()])
    pager.gateway.reply(({ method }) => (method === 'GET' ? { body: {} } : { status: 201, body: { id: 'P1' } }))
  })
  afterAll(async () => {
    await browser.close()
    await pager.stop()
  })

  /** Creates a workspace and returns a function that opens its pages as the owner. */
  async function startTenant() {
    const { test } = pager
    const tenant = await test.tenant()
    const owner = await addMember(test, tenant.workspace, 'owner', `owner${tenant.workspace}@shop.example`)
    const { status, body } = await test.manage(
      'GET',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections`,
    )
    expect([status, body.data]).toEqual([200, []])
    return {
      tenant,
      async open(path: string) {
        const opened = await browser.open()
        await opened.page.context().addCookies(cookiesOf(test.url, owner.cookie))
        await opened.page.goto(`${test.url}/w/${tenant.workspace}/${path}`)
        return opened
      },
    }
  }

  it('connects, orders and removes several connections of a channel that the portal has no texts for', async () => {
    const { tenant, open } = await startTenant()
    const opened = await open(`sources/${tenant.source}`)
    const { page } = opened
    const card = page.getByRole('region', { name: 'Pager' })
    await card.locator('svg.tabler-icon-message').waitFor()
    await card.getByRole('link', { name: 'Connect: Pager' }).click()
    const fill = async (path: string) => {
      await page.getByRole('textbox', { name: /^URL/ }).fill(`${pager.gateway.url}${path}`)
      await page.getByLabel(/^Token/).fill('pager-token-1')
    }
    await fill('/messages')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('the gateway accepts the token').waitFor()
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await choose(page, 'Gateway for JSON')
    await fill('/json')
    await page.getByRole('button', { name: 'Add a connection' }).click()
    await page.locator('ol > li').nth(1).getByText('2. Gateway for JSON').waitFor()
    expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Move up connection 2: Gateway for JSON' }).click()
    await page.locator('ol > li').first().getByText('First', { exact: true }).waitFor()
    await page.locator('ol > li').first().getByText('1. Gateway for JSON').waitFor()
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/pager`
    expect((await pager.test.manage('GET', at)).body.settings.url).toBe(`${pager.gateway.url}/json`)
    await page.getByRole('button', { name: 'Remove connection 2: Gateway for forms' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.locator('ol > li').filter({ hasText: 'Gateway for forms' }).waitFor({ state: 'detached' })
    expect((await pager.test.manage('GET', `${at}/providers`)).body.data).toHaveLength(1)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('link', { name: 'Connect: Pager' }).waitFor()
    await expectNoFaults(opened)
  })

  it('shows the address field, the name and a generic icon of a channel that the portal has no texts for', async () => {
    const { tenant, open } = await startTenant()
    const opened = await open('recipients')
    const { page } = opened
    await page.getByRole('button', { name: 'Add recipient' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
    await page.getByRole('textbox', { name: 'Pager number' }).fill('47110815')
    await page.getByRole('dialog').getByRole('button', { name: 'Add recipient' }).click()
    await page.getByText('47110815').first().waitFor()
    const { body } = await pager.test.manage('GET', `/workspaces/${tenant.workspace}/recipients?q=47110815`)
    expect(body.data).toMatchObject([{ name: 'Ada', pager_number: '47110815' }])
    const message = { recipient: { pager_number: '47110815' }, template: 'hello', vars: { name: 'Ada' } }
    const sent = await pager.test.send(tenant.testKey, message)
    await page.goto(`${pager.test.url}/w/${tenant.workspace}/deliveries/${sent.body.delivery_id}`)
    await page.getByText('Pager', { exact: true }).first().waitFor()
    await page.locator('svg.tabler-icon-message').first().waitFor()
    await expectNoFaults(opened)
  })
})
