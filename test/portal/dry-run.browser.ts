// Tests of the page "What would happen?" in a browser: the result of a send request, and its refusal.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoFaults, startTestPortal, type TestPortal, views } from '../harness/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
}, 120_000)
afterAll(() => portal?.stop())

const request = (more: object = {}) =>
  JSON.stringify({ recipient: { name: 'Ada', email: 'ada@x.example', locale: 'en' }, template: 'hello', ...more })

it.each(views)('shows what a request would do, and the reason for a refusal: %o', async (view) => {
  const opened = await portal.open('dry-run', view)
  const { page, axe } = opened
  await page.getByText('The result appears here').waitFor()
  expect(await axe()).toEqual([])
  const field = page.getByRole('textbox', { name: 'Send request' })
  const result = page.getByRole('region', { name: 'Result' })
  const show = () => page.getByRole('button', { name: 'Show what would happen' }).click()
  await page.getByText('With a test key').click()
  await field.fill(request({ vars: { name: 'Ada' } }))
  await show()
  await result.getByText('The message would be sent').waitFor()
  await result.getByText('Ada (would be created)').waitFor()
  await result.getByText('Free (test message)').waitFor()
  await result.getByText('One step: the message above').waitFor()
  await result.frameLocator('iframe').getByText('Hello Ada').filter({ visible: true }).first().waitFor()
  expect(await axe()).toEqual([])

  await field.fill(request())
  await show()
  await result.getByText('The request would be refused').waitFor()
  await result.getByText('is used by the template and has no value').waitFor()

  await field.fill('not JSON')
  await show()
  await page.getByText('Enter a JSON object').waitFor()
  expect(await axe()).toEqual([])
  await expectNoFaults(opened)
})

it.each(['en', 'it'] as const)(
  'shows the steps, the quiet hours, the category and the limit in the language %s',
  async (language) => {
    const { manage, clock } = portal.test
    const at = `/workspaces/${portal.tenant.workspace}`
    const hour = (offset: number) => new Date(clock.now().getTime() + offset * 3_600_000).toISOString().slice(11, 16)
    await manage('PATCH', at, { quiet_hours: { from: hour(-2), to: hour(2), time_zone: 'UTC' } })
    await manage('POST', `${at}/categories`, { slug: 'offers', name: 'Offers' })
    const opened = await portal.open('dry-run', { locale: language })
    const { page, axe } = opened
    const words = {
      en: {
        test: 'With a test key',
        field: 'Send request',
        run: 'Show what would happen',
        waits: 'Would wait for the end of quiet hours',
      },
      it: {
        test: 'Con una chiave di test',
        field: 'Richiesta di invio',
        run: 'Mostra il risultato',
        waits: 'fine delle ore di silenzio',
      },
    }[language]
    await page.getByText(words.test).click()
    const message = {
      fallback: [{ channel: 'email' }, { channel: 'sms', after: '1h' }],
      category: 'offers',
    }
    const recipient = { name: 'Ada', email: 'ada@x.example', phone: '+393471234567', locale: 'en' }
    const limit = { key: 'offers', most: 3, per: '1d' }
    await page
      .getByRole('textbox', { name: words.field })
      .fill(request({ ...message, recipient, limit, vars: { name: 'Ada' } }))
    // One click: the form must not move when the field loses the focus.
    await page.getByRole('button', { name: words.run }).click()
    await page.getByText(words.waits).first().waitFor()
    await page.getByText('+393471234567').first().waitFor()
    await page.getByText('offers').first().waitFor()
    expect(await axe()).toEqual([])
    await manage('PATCH', at, { quiet_hours: null })
    await expectNoFaults(opened)
  },
)
