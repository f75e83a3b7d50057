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
