// The server's sentences on Italian pages: reasons and remedies, settings and their problems, refused rows of a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'

let portal: TestPortal
let at: string

beforeAll(async () => {
  portal = await startTestPortal()
  at = `/workspaces/${portal.tenant.workspace}`
})
afterAll(() => portal?.stop())

const openInItalian = (path: string) => portal.open(path, { locale: 'it-IT', timezoneId: 'Europe/Rome' })

it('a delivery that failed shows its reason, its attempts and its remedy in Italian', async () => {
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
  await page.getByText('Perché non è riuscito').waitFor()
  const story = await page.locator('main').innerText()
  expect(story).toContain('a richiesta è partita e nessuna risposta è arrivata')
  expect(story).toContain('(dopo 4 tentativi)')
  expect(story).toContain('Tutti i 4 tentativi sono esauriti.')
  expect(story).toContain('Controlla se il destinatario ha ricevuto il messaggio prima di inviarlo di nuovo.')
  await picture(page, 'delivery')
  await expectNoFaults(opened)
})

it('the form of a connection has Italian labels, help and problems', async () => {
  const opened = await openInItalian(`sources/${portal.tenant.source}/connections/email`)
  const { page } = opened
  await page.getByText('Qualsiasi server di posta che accetta messaggi').waitFor()
  await page.getByRole('textbox', { name: /^Mittente/ }).fill('nobody')
  await page.getByLabel(/^URL/).fill('http://mail.shop.example')
  await page.getByRole('button', { name: 'Collega', exact: true }).click()
  await page.getByText('deve avere la forma di smtps://apikey:secret@smtp.example.com:465').waitFor()
  await page.getByLabel(/^URL/).fill('smtp://user:secret@127.0.0.1:9')
  await page.getByRole('button', { name: 'Collega', exact: true }).click()
  await page.getByText('deve essere un solo indirizzo, per esempio hello@shop.example').waitFor()
  await picture(page, 'form')

  await page.getByRole('textbox', { name: /^Mittente/ }).fill('shop@shop.example')
  await page.getByRole('button', { name: 'Collega', exact: true }).click()
  await page.getByText('il server di posta non è raggiungibile: rifiuta la connessione').waitFor()
  await picture(page, 'check')
  await expectNoFaults(opened)
})

it('the report of an import has Italian refusals', async () => {
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
  await page.getByText('email: è già nella riga 2; appartiene a una sola persona').waitFor()
  await page.getByText('email: non è un indirizzo email').waitFor()
  await page.getByText(/^serve un dato che distingua la persona dalle altre/).waitFor()
  await picture(page, 'import')
  await expectNoFaults(opened)
})

it('a refusal has its Italian before the page of a language was loaded', async () => {
  const opened = await portal.browser.open({ locale: 'it-IT' })
  const { page } = opened
  await page.goto(`${portal.test.url}/invitation?token=none`)
  await page.getByText(/Questo invito non è valido/).waitFor()
  await expectNoFaults(opened)
})

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (folder) writeFileSync(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }))
}
