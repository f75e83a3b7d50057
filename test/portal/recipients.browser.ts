// Tests of recipients in a browser: search, edit, removal, and the import of a file with refused rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { importFile } from '../harness/imports.ts'
import { overflows } from '../harness/layout.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'
import { browserKeys } from '../harness/push.ts'
import type { Tenant, TestService } from '../harness/service.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

let portal: TestPortal
let test: TestService
let tenant: Tenant

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
}, 120_000)
afterAll(() => portal.stop())

const managed = (path: string) => `/workspaces/${tenant.workspace}/recipients${path}`

describe('recipients', { timeout: 180_000 }, () => {
  it('a recipient is added, filtered by tag, edited and removed [WHAT-17]', async () => {
    await test.manage('POST', managed(''), { name: 'Other recipient', email: 'else@x.example' })
    const { page, faults, axe } = await portal.open('recipients')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(HOSTILE)
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('not an address')
    await dialog.getByRole('button', { name: 'Add recipient' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByRole('textbox', { name: 'Email address' }).fill('eve@x.example')
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('vip, new')
    await dialog.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor()
    expect(await axe()).toEqual([])

    await page.goto(`${test.url}/w/${tenant.workspace}/recipients`)
    await page.getByRole('link', { name: /Other recipient/ }).waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Filter by the tag vip' }).click()
    await page.getByRole('link', { name: /Other recipient/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /eve@x.example/ }).click()

    await page.getByRole('button', { name: 'Remove recipient' }).click()
    await page
      .getByRole('dialog', { name: `Remove ${HOSTILE}?` })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByText(`${HOSTILE} removed`).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each([
    {
      locale: 'en',
      phrases: [
        '4 devices',
        'Browser',
        'App, through Firebase · android',
        'App, through APNs · sandbox',
        'App, through Expo',
      ],
    },
    {
      locale: 'it',
      phrases: [
        '4 dispositivi',
        'Browser',
        'App, tramite Firebase · android',
        'App, tramite APNs · sandbox',
        'App, tramite Expo',
      ],
    },
  ] as const)(
    'lists the devices of a recipient with the kind of each device, in $locale',
    async ({ locale, phrases }) => {
      const push = [
        { kind: 'web', endpoint: 'https://push.example.com/1', keys: browserKeys().keys },
        { kind: 'fcm', token: 'firebase', platform: 'android' },
        { kind: 'apns', token: 'a1'.repeat(32), environment: 'sandbox' },
        { kind: 'expo', token: 'ExponentPushToken[x]' },
      ]
      const { body } = await test.manage('POST', managed(''), { name: `Devices ${locale}`, push })
      const { page, faults, axe } = await portal.open(`recipients/${body.id}`, { locale })
      for (const phrase of phrases) await page.getByText(phrase, { exact: true }).waitFor()
      expect(await axe()).toEqual([])
      await page.setViewportSize(sizes.phone)
      expect(await overflows(page)).toBe(false)
      expect(faults).toEqual([])
      await page.context().close()
    },
  )

  it('the import of a file on a phone shows its progress and the refused rows, which can be downloaded', async () => {
    const rows = Array.from({ length: 600 }, (_, row) => `Person ${row},person${row}@x.example`)
    const file = ['name,email', ...rows, 'Bad,no-address', `${HOSTILE},bad too`].join('\n')
    const phone = { viewport: sizes.phone, colorScheme: 'dark' } as const
    const { page, faults, axe } = await portal.open(`recipients/import?mode=test`, phone)
    const start = page.getByRole('button', { name: 'Import', exact: true })
    const give = (text: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(text),
      })
    await give('name,emial\nAda,ada@x.example')
    await page.getByText('Choose a column that identifies the recipient').waitFor()
    expect(await start.isDisabled()).toBe(true)
    await give('name,email\n')
    await start.click()
    await page.getByText('The file was refused. No recipients were changed.').waitFor()
    await page.getByText('has no rows below its first line').first().waitFor()
    expect(await axe()).toEqual([])

    await give(file)
    await start.click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('heading', { name: '2 rows were refused' }).waitFor()
    await page.getByText('602 of 602 rows').waitFor()
    await page.getByText('Line 602').waitFor()
    await page.getByText(HOSTILE).waitFor()
    expect(await axe()).toEqual([])
    expect(await overflows(page)).toBe(false)

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download refused rows' }).click()
    expect((await download).suggestedFilename()).toMatch(/refused\.csv$/)
    const { body } = await test.manage('GET', managed('?mode=test&q=person599@x.example'))
    expect(body.data).toHaveLength(1)
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a member adds a tag to selected recipients, undoes this, and removes the recipients after a dialog has shown their number', async () => {
    for (const name of ['Zoe One', 'Zoe Two', 'Zoe Three'])
      await test.manage('POST', managed(''), { name, email: `${name.replace(' ', '.')}@zoe.example` })
    const { page, faults, axe } = await portal.open('recipients?q=zoe.example')
    await page.getByRole('checkbox', { name: 'Select Zoe One' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected recipients' })
    await bar.getByText('1 recipient selected').waitFor()
    await bar.getByRole('button', { name: 'Select all that match' }).click()
    await bar.getByText('3 recipients selected').waitFor()
    await bar.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tag' }).fill('winter')
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Tag 3 recipients' }).click()
    await page.getByText('Tag “winter” added to 3 recipients').waitFor()
    await page.getByRole('button', { name: 'Filter by the tag winter' }).first().waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Tag “winter” removed from 3 recipients').waitFor()
    await bar.getByRole('button', { name: 'Remove', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Remove 3 recipients?' })
      .getByRole('button', { name: /Remove 3/ })
      .click()
    await page.getByText('3 recipients were removed').waitFor()
    await page.getByRole('heading', { name: 'No matching recipients' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the columns of a file are mapped before the import: common names are recognized, and unknown columns become metadata', async () => {
    const { page, faults, axe } = await portal.open('recipients/import?mode=test')
    const rows = [
      'E-mail;Nickname;Company;Phone two',
      'mapped@x.example;Countess;Engines;1',
      'two@x.example;Bea;Looms;2',
    ]
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    const field = (column: string) => page.getByRole('combobox', { name: `Field for the column ${column}` })
    await page.getByText('Unknown columns: 3').waitFor()
    expect(await field('E-mail').inputValue()).toBe('Email address')
    expect(await field('Company').inputValue()).toBe('Metadata: Company')
    await field('Nickname').click()
    await page.getByRole('option', { name: 'Email address', exact: true }).click()
    await page.getByText('Another column has this field').filter({ visible: true }).first().waitFor()
    expect(await axe()).toEqual([])
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    await field('Nickname').click()
    await page.getByRole('option', { name: 'Name', exact: true }).click()
    await field('Phone two').click()
    await page.getByRole('option', { name: 'Do not import' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Completed').first().waitFor()
    const path = `/workspaces/${tenant.workspace}/recipients?mode=test&q=mapped@x.example`
    const { data } = (await test.manage('GET', path)).body
    expect(data).toMatchObject([{ name: 'Countess', email: 'mapped@x.example', metadata: { Company: 'Engines' } }])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('an import refuses a row with the phone number of another recipient, unless the import finds recipients by phone number [D56c]', async () => {
    const shared = '+393339998877'
    const { body: mother } = await test.manage('POST', managed(''), {
      name: 'Mamma',
      email: 'mamma@x.example',
      whatsapp_phone: shared,
    })
    const { page, faults, axe } = await portal.open('recipients/import')
    const buffer = Buffer.from(`name,email,whatsapp_phone\nFiglia,figlia@x.example,${shared}\n`)
    const give = () =>
      page.locator('input[type=file]').setInputFiles({ name: 'family.csv', mimeType: 'text/csv', buffer })
    await give()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText(`whatsapp_phone: belongs to recipient ${mother.id} (Mamma), whose email differs`).waitFor()
    await page.getByRole('button', { name: 'Import another file' }).click()
    await give()
    await page.getByRole('combobox', { name: 'Match recipients by' }).click()
    await page.getByRole('option', { name: 'WhatsApp number only' }).click()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('1 of 1 row').waitFor()
    const { body } = await test.manage('GET', managed(`/${mother.id}`))
    expect(body).toMatchObject({ name: 'Figlia', email: 'figlia@x.example', whatsapp_phone: shared })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('an import that was stopped shows the imported rows and how to continue', async () => {
    const { id } = await importFile(test, tenant, 'name,email\nAda,ada@x.example', 'mode=test')
    await test.service.db.pool.query(`update imports set state = 'cancelled', rows = 500 where id = $1`, [id])
    const { page, faults, axe } = await portal.open(`recipients/import?import=${id}`)
    await page.getByText(/1 of 500 rows was imported and is kept.*not added twice/).waitFor()
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a recipient cannot get the address of another recipient, and the form keeps the input', async () => {
    const first = await test.manage('POST', managed(''), { name: 'First', email: 'taken@x.example' })
    const second = await test.manage('POST', managed(''), { name: 'Second', email: 'second@x.example' })
    const { page, faults } = await portal.open(`recipients/${second.body.id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const email = page.getByRole('dialog').getByRole('textbox', { name: 'Email address' })
    await email.fill('taken@x.example')
    // Another member adds a tag while the form is open.
    await test.manage('PATCH', managed(`/${second.body.id}`), { tags: ['vip'] })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`belongs to recipient ${first.body.id} (First)`).waitFor()
    expect(await email.inputValue()).toBe('taken@x.example')
    await email.fill('free@x.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { body } = await test.manage('GET', managed(`/${second.body.id}`))
    expect(body).toMatchObject({ email: 'free@x.example', tags: ['vip'] })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('a form keeps its input when the session expires and the member signs in again', async () => {
    const { page } = await portal.open('recipients')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
    await name.fill('Grace')
    await page.context().clearCookies()
    await page.getByRole('dialog').getByRole('button', { name: 'Add recipient' }).click()
    await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grace' }).waitFor()
    await page.context().close()
  })
})
