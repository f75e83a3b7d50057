// Tests of server texts in Italian in a browser: reasons, remedies, settings with their problems, refused rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { startSubscriber } from '../harness/subscriber.ts'

let portal: TestPortal
let at: string

beforeAll(async () => {
  portal = await startTestPortal()
  at = `/workspaces/${portal.tenant.workspace}`
})
afterAll(() => portal?.stop())

const openInItalian = (path: string) => portal.open(path, { locale: 'it-IT', timezoneId: 'Europe/Rome' })

it('a failed delivery shows its reason, attempts and remedy in Italian', async () => {
  const { test, tenant } = portal
  const message = {
    recipient: { name: 'Ada', email: 'timeout@sandbox.test' },
    template: 'hello',
    vars: { name: 'Ada' },
  }
  const id = (await test.send(tenant.testKey, message)).body.delivery_id
  for (let attempt = 1; attempt <= 4; attempt++) {
    await test.until(async () => (await test.manage('GET', `${at}/deliveries/${id}`)).body.attempts.length >= attempt)
    test.clock.advance(2 * 3_600_000)
  }
  await test.settled(tenant, id, 'failed')
  const opened = await openInItalian(`deliveries/${id}`)
  const { page } = opened
  await page.getByText('Motivo dell’errore').waitFor()
  const story = await page.locator('main').innerText()
  expect(story).toContain('l provider non ha risposto alla richiesta')
  expect(story).toContain('(dopo 4 tentativi)')
  expect(story).toContain('Tutti i 4 tentativi sono esauriti.')
  expect(story).toContain('Controlla se il destinatario ha ricevuto il messaggio prima di inviarlo di nuovo.')
  await picture(page, 'delivery')
  await expectNoFaults(opened)
})

it('a connection form shows Italian labels, help and problems', async () => {
  const opened = await openInItalian(`sources/${portal.tenant.source}/connections/email`)
  const { page } = opened
  await page.getByText('Servono l’host SMTP, l’utente e la password').waitFor()
  await page.getByRole('textbox', { name: /^Mittente/ }).fill('no-address')
  await page.getByLabel(/^Host/).fill('smtp://mail.shop.example')
  await page.getByRole('button', { name: 'Collega', exact: true }).click()
  await page.getByText('deve essere un nome host come smtp.example.com, senza smtp:// e senza porta').waitFor()
  await page.getByLabel(/^Host/).fill('127.0.0.1')
  await page.getByLabel(/^Porta/).fill('9')
  await page.getByRole('button', { name: 'Collega', exact: true }).click()
  await page.getByText('deve essere un solo indirizzo, per esempio hello@shop.example').waitFor()
  await picture(page, 'form')

  await page.getByRole('textbox', { name: /^Mittente/ }).fill('shop@shop.example')
  await page.getByRole('button', { name: 'Collega', exact: true }).click()
  await page.getByText('il server di posta non è raggiungibile: ha rifiutato la connessione').waitFor()
  await picture(page, 'check')
  await expectNoFaults(opened)
})

it('the result of an import shows Italian refusals', async () => {
  const opened = await openInItalian('recipients/import')
  const { page } = opened
  const rows = [
    'name,email,locale',
    'Ada,ada@shop.example,it',
    'Bea,ada@shop.example,it',
    'Cia,no address,it',
    'Dan,,it',
  ]
  await page.locator('input[type="file"]').setInputFiles({
    name: 'persone.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  })
  await page.getByRole('button', { name: 'Importa', exact: true }).click()
  await page.getByText('email: è già nella riga 2: può appartenere a una sola persona').waitFor()
  await page.getByText('email: non è un indirizzo email').waitFor()
  await page.getByText(/^serve una cella che identifichi la persona/).waitFor()
  await picture(page, 'import')
  await expectNoFaults(opened)
})

it('the test inbox shows a notice in Italian and leaves the name of the workspace unchanged', async () => {
  const { test, tenant } = portal
  // The name contains words and separators of translated texts.
  await test.manage('PATCH', at, { name: 'Orders and refunds. Queued' })
  const { receiver, id } = await startSubscriber(test, tenant, ['message.sent'])
  receiver.reply(() => ({ status: 410 }))
  await test.send(tenant.testKey, {
    recipient: { name: 'Bo', email: 'bo@x.example' },
    template: 'hello',
    vars: { name: 'Bo' },
  })
  await test.until(async () => (await test.manage('GET', `${at}/notices`)).body.data.length > 0)
  await receiver.stop()
  const opened = await openInItalian('test-inbox')
  const notice = opened.page.getByRole('alert')
  await notice.getByText('Carillon: un endpoint è stato disattivato').waitFor()
  const text = await notice.innerText()
  expect(text).toContain(`L’endpoint ${id} è stato disattivato: l’endpoint ha risposto 410 Gone.`)
  expect(text).toContain('Spazio di lavoro: Orders and refunds. Queued')
  // The spaces keep mail programs from turning the host into a link.
  expect(text).toContain('Host: 127. 0. 0. 1: ')
  expect(text).toContain('Quando l’endpoint funziona di nuovo, riattivalo e invia di nuovo gli eventi persi.')
  await picture(opened.page, 'notice')
  await expectNoFaults(opened)
})

it('a refusal is shown in Italian before the page texts are loaded', async () => {
  const opened = await portal.browser.open({ locale: 'it-IT' })
  const { page } = opened
  await page.goto(`${portal.test.url}/invitation?token=none`)
  await page.getByText(/L’invito è già stato accettato/).waitFor()
  await expectNoFaults(opened)
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }))
}
