// The portal before anybody is signed in: served with its policy, and swallowing no other address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflows, sizes, startBrowser, type TestBrowser } from '../harness/browser.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
let browser: TestBrowser

beforeAll(async () => {
  ;[test, browser] = await Promise.all([startTestService('embedded'), startBrowser()])
})
afterAll(async () => {
  await browser.close()
  await test.stop()
})

describe('the portal', () => {
  it.each(['light', 'dark'] as const)('is readable on a phone, %s', async (colorScheme) => {
    const { page, faults, axe } = await browser.open({ viewport: sizes.phone, colorScheme })
    await page.goto(`${test.url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await overflows(page)).toBe(false)
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('keeps to its own addresses', async () => {
    const statusOf = async (address: string) => (await fetch(`${test.url}${address}`, { redirect: 'manual' })).status
    expect(await statusOf('/')).toBe(200)
    expect(await statusOf('/w/1/deliveries/17')).toBe(200)
    expect(await statusOf('/nowhere')).toBe(404)
    expect(await statusOf('/v1/nowhere')).toBe(404)
    expect(await statusOf('/v1/svc/action/none')).toBe(404)
    expect(await statusOf('/assets/../index.html')).toBe(404)
    expect(await statusOf('/assets/none.js')).toBe(404)
    expect(await statusOf('/livez')).toBe(200)
  })
})
