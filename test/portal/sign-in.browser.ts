// Getting in: the first owner, signing in and back to the page one wanted, invitations, a forgotten password.
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

/** A link as people get it, on this test's address. */
const here = (link: string) => link.replace(/^https?:\/\/[^/]+/, test.url)

describe('before anybody is signed in', () => {
  it('creates the owner by the link of the first start, and leads to the overview', async () => {
    const opened = await browser.open()
    const { page } = opened
    await page.goto(`${test.url}/setup`)
    await heading(page, 'Open the link of the first start').waitFor()
    await page.goto(here((await setupLink(test.service.db, test.clock.now(), test.url))!))
    await heading(page, 'Set up Carillon').waitFor()
    expect(await opened.axe()).toEqual([])

    await page.getByLabel('Your name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill(OWNER)
    await page.getByRole('button', { name: 'Create the owner' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Lovelace')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create the owner' }).click()
    await heading(page, 'Overview').waitFor()
    workspace = Number(new URL(page.url()).pathname.split('/')[2])
    await expectNoFaults(opened)
  })

  it('leads whoever is not signed in to the sign-in page, and back afterwards', async () => {
    const opened = await browser.open()
    const { page } = opened
    await page.goto(`${test.url}/w/${workspace}/deliveries?mode=test`)
    await heading(page, 'Sign in').waitFor()
    expect(await page.title()).toBe('Sign in · Carillon')

    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This email and password do not belong together.').waitFor()
    expect(await opened.axe()).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Deliveries').waitFor()
    expect(new URL(page.url()).search).toBe('?mode=test')
    await expectNoFaults(opened)
  })

  it('leads nowhere else, whatever the address says', async () => {
    const { page } = await browser.open()
    await page.goto(`${test.url}/sign-in?to=${encodeURIComponent('//evil.example/w/1')}`)
    await page.getByLabel('Email').fill(OWNER)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview').waitFor()
    expect(new URL(page.url()).origin).toBe(test.url)
    await page.context().close()
  })

  it('lets an invited person in, with a name and a password of their own', async () => {
    const invited = await test.manage('POST', `/workspaces/${workspace}/invitations`, {
      email: 'bob@shop.example',
      role: 'viewer',
    })
    const opened = await browser.open({ viewport: sizes.phone })
    const { page } = opened
    await page.goto(here(invited.body.link))
    await page.getByText(/invites you to Demo, as Viewer/).waitFor()
    await page.getByLabel('Your name').fill('Bob')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await heading(page, 'Overview').waitFor()

    await page.goto(here(invited.body.link))
    await heading(page, 'This invitation can’t be used').waitFor()
    await expectNoFaults(opened)
  })

  it('says the same to every forgotten password, and takes a new one by its link', async () => {
    const opened = await browser.open({ colorScheme: 'dark' })
    const { page } = opened
    await page.goto(`${test.url}/forgotten-password`)
    await page.getByLabel('Email').fill('nobody@shop.example')
    await page.getByRole('button', { name: 'Send the link' }).click()
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

  it.each(['light', 'dark'] as const)('is readable on a phone, %s', async (colorScheme) => {
    const opened = await browser.open({ viewport: sizes.phone, colorScheme })
    await opened.page.goto(`${test.url}/sign-in`)
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expectNoFaults(opened)
  })

  it('lives at /, and keeps to its own addresses [D1b]', async () => {
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
