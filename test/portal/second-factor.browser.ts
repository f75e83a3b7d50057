// Tests of the second factor, the sign-in with a provider and the sessions in a browser.
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes, startBrowser, type TestBrowser } from '../harness/browser.ts'
import { freePort } from '../harness/free-port.ts'
import { addMember, PASSWORD, setUpOwner } from '../harness/members.ts'
import { CLIENT, startProvider, type TestProvider } from '../harness/oidc.ts'
import { expectNoFaults, heading } from '../harness/portal.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
let provider: TestProvider
let browser: TestBrowser
let workspace: number

beforeAll(async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  provider = await startProvider(() => `${url}/sign-in/callback`)
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example SSO',
    OIDC_DOMAINS: 'shop.example',
    OIDC_PRIVATE_HOSTS: provider.host,
  }
  ;[test, browser] = await Promise.all([startTestService('embedded', settings), startBrowser()])
  await setUpOwner(test)
  workspace = (await test.tenant()).workspace
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await test?.stop()
  await provider?.stop()
})

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) })

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${test.url}/sign-in?to=/w/${workspace}/account`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('the second factor', () => {
  it('a member sets up, uses and turns off the second factor with the keyboard alone', async () => {
    const email = 'vera@shop.example'
    await addMember(test, workspace, 'viewer', email)
    const opened = await browser.open({ viewport: sizes.desktop })
    const { page } = opened
    await signIn(page, email)
    await page.getByRole('button', { name: 'Set up' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    expect(await opened.axe()).toEqual([])
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await dialog.getByText(/not the current code/).waitFor()
    await dialog.getByLabel('Code from the app').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await dialog.getByText('Each code works once.', { exact: false }).waitFor()
    expect(await opened.axe()).toEqual([])
    const [recoveryCode = ''] = (await dialog.locator('pre').innerText()).split('\n')
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('carillon-recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I have stored the codes' }).press('Enter')
    await page.getByText('Recovery codes left: 10').waitFor()

    await page.context().clearCookies()
    await signIn(page, email)
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    expect(await opened.axe()).toEqual([])
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText('This code does not work.').waitFor()
    await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode)
    await page.keyboard.press('Enter')
    await page.getByText('Recovery codes left: 9').waitFor()

    await page.getByRole('button', { name: 'Turn off' }).press('Enter')
    test.clock.advance(30_000)
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    await expectNoFaults(opened)
  })
})

describe('the sign-in with a provider', () => {
  it('the first sign-in creates an account, and a refused sign-in shows the reason in the language of the browser', async () => {
    provider.people.set('new', { email: 'new@shop.example', email_verified: true, name: 'New Person' })
    const opened = await browser.open({ viewport: sizes.desktop })
    const { page } = opened
    await signInWith(page, 'Sign in with Example SSO', 'new')
    await page.getByText('You are not a member of any workspace.', { exact: false }).waitFor()
    await expectNoFaults(opened)

    provider.people.set('stranger', { email: 'stranger@elsewhere.example', email_verified: true })
    const italian = await browser.open({ viewport: sizes.phone, locale: 'it-IT' })
    await signInWith(italian.page, 'Accedi con Example SSO', 'stranger')
    await italian.page.getByText(/non è collegato a un account/).waitFor()
    expect(await italian.axe()).toEqual([])
  })

  it('the account page links and unlinks an account of the provider', async () => {
    const email = 'linker@elsewhere.example'
    await addMember(test, workspace, 'viewer', email)
    provider.people.set('mine', { email: 'me@private.example', email_verified: false })
    const opened = await browser.open({ viewport: sizes.desktop })
    const { page } = opened
    await signIn(page, email)
    await page.getByRole('button', { name: 'Link an account at Example SSO' }).click()
    await atProvider(page, 'mine')
    await page.getByText('me@private.example').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/w/${workspace}/account`)
    await page.getByRole('button', { name: 'Unlink me@private.example?' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('me@private.example').waitFor({ state: 'detached' })
    await expectNoFaults(opened)
  })

  it('if the provider does not respond, the page shows an error, and sign-in with a password still works', async () => {
    test.clock.advance(61 * 60_000)
    provider.isBroken = true
    const opened = await browser.open({ viewport: sizes.desktop })
    const { page } = opened
    await page.goto(`${test.url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with Example SSO' }).click()
    await page.getByRole('alert').waitFor()
    await signIn(page, 'ada@shop.example')
    await heading(page, 'Your account').waitFor()
    provider.isBroken = false
  })
})

describe('the sessions', () => {
  it('a member signs out everywhere, and the portal then shows the sign-in page', async () => {
    const email = 'everywhere@shop.example'
    await addMember(test, workspace, 'viewer', email)
    const opened = await browser.open({ viewport: sizes.phone })
    const { page } = opened
    await signIn(page, email)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await heading(page, 'Sign in').waitFor()
    await page.goto(`${test.url}/w/${workspace}/account`)
    await heading(page, 'Sign in').waitFor()
  })
})

async function signInWith(page: Page, button: string, login: string): Promise<void> {
  await page.goto(`${test.url}/sign-in`)
  await page.getByRole('button', { name: button }).click()
  await atProvider(page, login)
}

/** Fills in the forms of the provider. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
