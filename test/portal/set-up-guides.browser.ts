// Tests of the help on the channel page in a browser: known mail services, links to values, and the webhook to register.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailApis } from '../contract/providers/email-apis.ts'
import { twilio } from '../contract/providers/sms.ts'
import { overflows } from '../harness/layout.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

const words = {
  'en-GB': {
    service: 'Mail service',
    host: /^Host/,
    password: /^Password/,
    where: /^Find this value/,
    app: 'The password is an app password, which requires 2-Step Verification',
    credentials: 'Find the user and password',
    connect: 'Connect',
    refused: 'the mail server could not be reached: it refused the connection',
    inbound: 'Inbound webhook URL',
    events: 'Select these events: Delivery, Bounce, Spam complaint, Subscription change',
    register: 'Register the webhook',
    registered: 'The webhook is registered',
    sends: 'Postmark sends webhooks to',
    advanced: 'Advanced settings',
    stop: /^Stop mode/,
    answers: 'This service answers',
    notRegistered: 'The webhook was not registered',
    taken: '+15550100000 already sends its messages to other.example. Remove that URL at Twilio',
  },
  'it-IT': {
    service: 'Servizio di posta',
    host: /^Host/,
    password: /^Password/,
    where: /^Trova questo valore/,
    app: 'La password è una password per le app, che richiede la verifica in due passaggi',
    credentials: 'Trova utente e password',
    connect: 'Collega',
    refused: 'il server di posta non è raggiungibile: ha rifiutato la connessione',
    inbound: 'URL per i webhook in entrata',
    events: 'Seleziona questi eventi: Delivery, Bounce, Spam complaint, Subscription change',
    register: 'Registra il webhook',
    registered: 'Il webhook è registrato',
    sends: 'Postmark invia i webhook a',
    advanced: 'Impostazioni avanzate',
    stop: /^Modalità STOP/,
    answers: 'Risponde questo servizio',
    notRegistered: 'Il webhook non è stato registrato',
    taken: '+15550100000 invia già i suoi messaggi a other.example. Rimuovi quell’URL su Twilio',
  },
}

describe.each(Object.entries(words))('set-up help of connections, %s', (locale, text) => {
  let portal: TestPortal
  let provider: Provider
  beforeAll(async () => {
    portal = await startTestPortal()
    provider = await startProvider()
    provider.reply(({ method }) => (method === 'GET' ? { body: { Webhooks: [] } } : { body: { ID: 7 } }))
  })
  afterAll(async () => {
    await portal.stop()
    await provider.stop()
  })

  const newSource = async (name: string, channel = 'email') => {
    const { test, tenant } = portal
    const { body } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name })
    return `sources/${body.id}/connections/${channel}`
  }
  const picture = async (page: Page, name: string) => {
    const folder = process.env.PICTURES_DIR
    if (folder) writeFileSync(join(folder, `${name}-${locale}.png`), await page.screenshot({ fullPage: true }))
  }

  it.each([1280, 390])(
    'selecting a known mail service fills in the server, and the wrong field is marked, at a width of %i pixels',
    async (width) => {
      const opened = await portal.open(await newSource(`smtp ${width}`), { locale, viewport: { width, height: 900 } })
      const { page } = opened
      await page.getByLabel(text.service).first().click()
      await page.getByRole('option', { name: /Gmail/ }).click()
      expect(await page.getByLabel(text.host).inputValue()).toBe('smtp.gmail.com')
      await page.getByText(text.app).waitFor()
      const link = page.getByRole('link', { name: text.credentials })
      expect(await link.getAttribute('href')).toBe('https://myaccount.google.com/apppasswords')
      await picture(page, `smtp-${width}`)
      await page.getByLabel(text.host).fill('127.0.0.1')
      await page.getByRole('textbox', { name: /^(Port|Porta)/ }).fill('9')
      await page.getByRole('textbox', { name: /^(From|Mittente)/ }).fill('shop@shop.example')
      await page.getByRole('button', { name: text.connect, exact: true }).click()
      await page.getByText(text.refused).first().waitFor()
      expect(await overflows(page)).toBe(false)
      await picture(page, `smtp-checked-${width}`)
      await expectNoFaults(opened)
    },
  )

  it('the form of an API provider links to the page that shows each value, and one button registers the webhook', async () => {
    const at = await newSource('postmark')
    const opened = await portal.open(at, { locale })
    const { page } = opened
    await page.getByLabel('Provider').first().click()
    await page.getByRole('option', { name: 'Postmark' }).click()
    expect(await page.getByRole('link', { name: text.where }).first().getAttribute('href')).toBe(
      'https://account.postmarkapp.com/servers',
    )
    const fixture = emailApis.find((each) => each.provider === 'postmark')!
    const { server_token, from, api_base } = fixture.http!.settings(provider.url)
    const settings = { server_token, from, api_base }
    const { test, tenant } = portal
    await test.manage('POST', `/workspaces/${tenant.workspace}/${at}/providers`, { provider: 'postmark', settings })
    await page.reload()
    await page.getByText(text.events).waitFor()
    await page.getByRole('button', { name: new RegExp(text.inbound) }).waitFor()
    await page.getByRole('button', { name: text.register }).click()
    await page.getByText(text.registered).waitFor()
    await page.getByText(text.sends).waitFor()
    await picture(page, 'postmark')
    await expectNoFaults(opened)
  })

  it('the form of an SMS provider links to the page that shows each value, and a webhook URL of another service is kept and shown', async () => {
    const at = await newSource('twilio', 'sms')
    const opened = await portal.open(at, { locale })
    const { page } = opened
    const link = page.getByRole('link', { name: text.where }).first()
    expect(await link.getAttribute('href')).toBe('https://console.twilio.com')
    await page.getByText(text.advanced).click()
    await page.getByLabel(text.stop).first().click()
    await page.getByRole('option', { name: text.answers }).waitFor()
    const number = { sid: 'PN1', phone_number: '+15550100000', sms_url: 'https://other.example/hook' }
    provider.reply(() => ({ body: { incoming_phone_numbers: [number] } }))
    const { test, tenant } = portal
    const settings = twilio.http!.settings(provider.url)
    await test.manage('PUT', `/workspaces/${tenant.workspace}/${at}`, { settings })
    await page.reload()
    await page.getByRole('button', { name: text.register }).click()
    await page.getByText(text.notRegistered).waitFor()
    await page.getByText(text.taken).waitFor()
    await picture(page, 'twilio')
    await expectNoFaults(opened)
  })
})
