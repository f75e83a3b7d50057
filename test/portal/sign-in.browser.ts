// Tests of setup, sign-in, invitations and password reset in a browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupLink } from '../../src/members/set-up.ts'
import { sizes, startBrowser, type TestBrowser } from '../harness/browser.ts'
import { createBrowser, PASSWORD } from '../harness/members.ts'
import { expectNoFaults, heading } from '../harness/portal.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
let browser: TestBrowser
let workspace: number
const OWNER = 'ada@shop.example'

beforeAll(async () => {
  ;[test, browser] = await Promise.all([startTestService('embedded'), startBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await test?.stop()
})

/** Returns the link with the origin of the test service. */
const here = (link: string) => link.replace(/^https?:\/\/[^/]+/, test.url)

describe('before sign-in', () => {
  it('the setup link creates the owner and opens the overview', async () => {
    const opened = await browser.open()
    const { page } = opened
    await page.goto(`${test.url}/setup`)
    await heading(page, 'Open the setup link').waitFor()
    await page.goto(here((await setupLink(test.service.db, test.clock.now(), test.url))!))
    await heading(page, 'Set up Carillon').waitFor()
    expect(await opened.axe()).toEqual([])

    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill(OWNER)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await heading(page, 'Overview').waitFor()
    workspace = Number(new URL(page.url()).pathname.split('/')[2])
    await expectNoFaults(opened)
  })

  it('a page redirects to sign-in and opens after the sign-in', async () => {
    const opened = await browser.open()
    const { page } = opened
    await page.goto(`${test.url}/w/${workspace}/deliveries?mode=test`)
    await heading(page, 'Sign in').waitFor()
    expect(await page.title()).toBe('Sign in · Carillon')

    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Wrong email or password.').waitFor()
    expect(await opened.axe()).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Deliveries').waitFor()
    expect(new URL(page.url()).search).toBe('?mode=test')
    await expectNoFaults(opened)
  })

  it('the sign-in page never redirects to another site', async () => {
    const { page } = await browser.open()
    await page.goto(`${test.url}/sign-in?to=${encodeURIComponent('//evil.example/w/1')}`)
    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview').waitFor()
    expect(new URL(page.url()).origin).toBe(test.url)
    await page.context().close()
  })

  it('an invitation creates an account with a name and a password', async () => {
    const invited = await test.manage('POST', `/workspaces/${workspace}/invitations`, {
      email: 'bob@shop.example',
      role: 'viewer',
    })
    const opened = await browser.open({ viewport: sizes.phone })
    const { page } = opened
    await page.goto(here(invited.body.link))
    await page.getByText(/invites you to the workspace Demo with the role Viewer/).waitFor()
    await page.getByLabel('Your name').fill('Bob')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await heading(page, 'Overview').waitFor()

    await page.goto(here(invited.body.link))
    await heading(page, 'Invalid invitation').waitFor()
    await expectNoFaults(opened)
  })

  it('the reset form confirms a request for an unknown email address, and a password link sets a new password', async () => {
    const opened = await browser.open({ colorScheme: 'dark' })
    const { page } = opened
    await page.goto(`${test.url}/forgotten-password`)
    await page.getByLabel('Email').fill('unknown@shop.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('status').waitFor()
    expect(await opened.axe()).toEqual([])

    const owner = createBrowser(test)
    await owner.request('POST', '/login', { email: OWNER, password: PASSWORD })
    const accounts = await owner.request('GET', '/members')
    const bob = accounts.body.data.find(({ email }: { email: string }) => email === 'bob@shop.example')
    const { body } = await owner.request('POST', `/members/${bob.id}/password-link`)
    await page.goto(here(body.link))
    await page.getByLabel('New password').fill('another correct horse')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await heading(page, 'Overview').waitFor()
    await expectNoFaults(opened)
  })

  it.each(['light', 'dark'] as const)(
    'the sign-in page passes the accessibility checks on a phone, %s',
    async (colorScheme) => {
      const opened = await browser.open({ viewport: sizes.phone, colorScheme })
      await opened.page.goto(`${test.url}/sign-in`)
      await opened.page.getByRole('button', { name: 'Sign in' }).waitFor()
      await expectNoFaults(opened)
    },
  )

  it('the portal is served at / and at the paths of its pages, and answers 404 at unknown paths [D1b]', async () => {
    const statusOf = async (address: string) => (await fetch(`${test.url}${address}`, { redirect: 'manual' })).status
    expect(await statusOf('/')).toBe(200)
    expect(await statusOf('/w/1/deliveries/17')).toBe(200)
    expect(await statusOf('/nowhere')).toBe(404)
    expect(await statusOf('/v1/nowhere')).toBe(404)
    expect(await statusOf('/v1/svc/action/none')).toBe(404)
    expect(await statusOf('/assets/..%2findex.html')).toBe(404)
    expect(await statusOf('/assets/none.js')).toBe(404)
    expect(await statusOf('/livez')).toBe(200)
  })
})
