// Tests of the parts of the portal that all pages share, in a browser: sessions, lost connections, keyboard, theme and
// account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
import { addMember, createBrowser, PASSWORD } from '../harness/members.ts'
import { expectNoFaults, heading, loaded, startTestPortal, type TestPortal, views } from '../harness/portal.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal?.stop())

/** Opens a new session of the account. A test can end this session without an effect on other sessions. */
async function signedIn(email: string) {
  const browser = createBrowser(portal.test)
  const answer = await browser.request('POST', '/login', { email, password: PASSWORD })
  if (answer.status !== 200) throw new Error(`no session: ${JSON.stringify(answer.body)}`)
  return browser
}

describe('an ended session', () => {
  it('an expired session opens a sign-in dialog, and the pending request continues afterwards', async () => {
    const as = await signedIn('ada@shop.example')
    const opened = await portal.open('account', { as })
    const { page } = opened
    await page.getByLabel('Your name').fill('Ada King')
    await as.request('POST', '/logout')
    await page.getByRole('button', { name: 'Save' }).click()

    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    expect(await dialog.getByLabel('Email').inputValue()).toBe('ada@shop.example')
    expect(await opened.axe()).toEqual([])
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Saved').waitFor()
    expect((await portal.owner.request('GET', '/session')).body.actor.name).toBe('Ada King')
    await expectNoFaults(opened)
  })
})

describe('a lost connection', () => {
  it('a lost connection shows a banner, keeps the input and recovers automatically', async () => {
    const opened = await portal.open('account')
    const { page } = opened
    const code = loaded(page, 'toast-list')
    await page.getByLabel('Your name').fill('Ada Byron')
    await code
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/No connection to the service/).waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada Byron')
    expect(await opened.axe()).toEqual([])

    await page.context().setOffline(false)
    await page.getByText(/No connection to the service/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect((await portal.owner.request('GET', '/session')).body.actor.name).toBe('Ada Byron')
    await expectNoFaults(opened)
  })

  it('the command palette opens without a connection, and the page of a link opens when the connection returns', async () => {
    const opened = await portal.open('account')
    const { page } = opened
    const code = loaded(page, 'palette')
    await page.getByLabel('Your name').focus()
    await code
    await page.evaluate(`globalThis.isFirstDocument = true`)
    await page.context().setOffline(true)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor({ state: 'detached' })
    await page.getByRole('navigation').getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByText(/No connection to the service/).waitFor()
    await page.context().setOffline(false)
    await heading(page, 'Webhooks').waitFor()
    // The browser does not repeat a failed import, so the router loaded the document again.
    expect(await page.evaluate('globalThis.isFirstDocument')).toBeUndefined()
    await page.context().close()
  })

  it('if the code of the command palette is missing, the portal asks for a reload and keeps the input', async () => {
    const opened = await portal.open('account')
    const { page } = opened
    await page.route(/assets\/palette/, (route) => route.fulfill({ status: 404 }))
    await page.getByLabel('Your name').fill('Ada King-Noel')
    await page.keyboard.press('Control+k')
    const notice = page.getByRole('alert').filter({ hasText: 'A part of the portal could not be loaded' })
    await notice.getByRole('button', { name: 'Reload' }).waitFor()
    expect(await opened.axe()).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada King-Noel')
    await page.keyboard.press('Control+k')
    await notice.waitFor()
    await page.context().close()
  })

  it('if the code of a confirmation is missing, the action is not carried out, and the member can ask again', async () => {
    const opened = await portal.open('account', { viewport: sizes.phone })
    const { page } = opened
    await page.route(/assets\/confirm-dialog/, (route) => route.fulfill({ status: 404 }))
    const notice = page.getByRole('alert').filter({ hasText: 'A part of the portal could not be loaded' })
    for (let time = 1; time <= 2; time++) {
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await notice.waitFor()
      expect(await overflows(page)).toBe(false)
      await page.getByRole('button', { name: 'Close' }).click()
      await notice.waitFor({ state: 'detached' })
    }
    expect((await portal.owner.request('GET', '/session')).status).toBe(200)
    await page.context().close()
  })
})

describe('a workspace beyond the 200 workspaces that the session lists', () => {
  it('a workspace that is not among the first 200 can be opened by its URL and found by its name', async () => {
    const ids: number[] = []
    for (let number = 1; number <= 204; number++) {
      const { body } = await portal.test.manage('POST', '/workspaces', { name: `Branch ${number}` })
      ids.push(body.id)
    }
    const opened = await portal.open('')
    const { page } = opened
    await page.goto(`${portal.test.url}/w/${ids[203]}`)
    await heading(page, 'Overview').waitFor()
    await page.goto(portal.test.url)
    await page.waitForURL(new RegExp(`/w/${ids[203]}$`))
    await page.getByRole('button', { name: /Branch 204/ }).click()
    await page.getByRole('menuitem', { name: 'Find a workspace…' }).click()
    await page.getByRole('combobox', { name: 'Command palette' }).fill('branch 203')
    await page.getByRole('option', { name: 'Branch 203' }).click()
    await page.waitForURL(new RegExp(`/w/${ids[202]}$`))
    await page.getByRole('button', { name: /Branch 203/ }).waitFor()
    await page.goto(`${portal.test.url}/w/999999`)
    await page.getByText('Page not found').waitFor()
    expect(opened.faults.filter((fault) => !fault.includes('404'))).toEqual([])
    await page.context().close()
  })
})

describe('the keyboard', () => {
  it('a sequence of two keys opens a page, and the question mark shows the shortcuts', async () => {
    const opened = await portal.open('')
    const { page } = opened
    await heading(page, 'Overview').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await heading(page, 'Deliveries').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Deliveries')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectNoFaults(opened)
  })

  it('the command palette finds deliveries, and pages with or without an entry in the navigation', async () => {
    const opened = await portal.open('deliveries')
    const { page } = opened
    await heading(page, 'Deliveries').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('overv')
    await page.getByRole('option', { name: /Overview/ }).waitFor()
    expect(await opened.axe()).toEqual([])
    await page.keyboard.press('Enter')
    await heading(page, 'Overview').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('layouts')
    await page.getByRole('option', { name: 'Layouts' }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'Layouts').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('17')
    await page.getByRole('option', { name: 'Delivery 17' }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'Delivery 17').waitFor()
    await page.context().close()
  })

  it('the command palette opens the dialog for a new API key, changes the theme, and finds templates and recipients', async () => {
    const { body: recipient } = await portal.test.manage('POST', `/workspaces/${portal.tenant.workspace}/recipients`, {
      name: 'Grace Hopper',
      email: 'grace@navy.example',
    })
    const opened = await portal.open('')
    const { page } = opened
    const choose = async (words: string, option: RegExp) => {
      const input = page.getByRole('combobox', { name: 'Command palette' })
      await input.fill(words)
      const found = page.getByRole('option', { name: option })
      await found.waitFor()
      while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await input.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Go to…' }).click()
    await choose('create key', /Create API key/)
    await page.getByRole('dialog', { name: /API key/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('new')).toBe(null)
    await page.keyboard.press('Control+k')
    await choose('dark', /Theme: Dark/)
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')
    await page.keyboard.press('Control+k')
    await choose('hello', /hello/i)
    await page.waitForURL(/templates\/hello/)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command palette' }).fill('grace')
    await page.getByRole('option', { name: /Grace Hopper/ }).waitFor()
    expect(await opened.axe()).toEqual([])
    await choose('grace', /Grace Hopper/)
    await page.waitForURL(new RegExp(`recipients/${recipient.id}$`))
    await expectNoFaults(opened)
  })

  it('the first Tab stop is the link to the content', async () => {
    const { page } = await portal.open('deliveries')
    await heading(page, 'Deliveries').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await page.context().close()
  })
})

describe('the account', () => {
  it('the selected theme is kept after a reload', async () => {
    const opened = await portal.open('')
    const { page } = opened
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.reload()
    await heading(page, 'Overview').waitFor()
    expect(await page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')
    await expectNoFaults(opened)
  })

  it('the account page changes the password and ends other sessions', async () => {
    const other = await addMember(portal.test, portal.tenant.workspace, 'viewer', 'carl@shop.example')
    const opened = await portal.open('account', { as: await signedIn('carl@shop.example') })
    const { page } = opened
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByRole('button', { name: 'End other sessions' }).click()
    await page.getByText('All other sessions ended').waitFor()
    expect((await other.request('GET', '/session')).status).toBe(401)

    await page.getByLabel('Current password').fill('not it at all')
    await page.getByLabel('New password').fill('a sentence of my own')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('New password').inputValue()).toBe('a sentence of my own')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText(/Password changed/).waitFor()
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await heading(page, 'Sign in').waitFor()
    await expectNoFaults(opened)
  })

  it('shows “Page not found” for a workspace that does not exist', async () => {
    const { page } = await portal.open('')
    await page.goto(`${portal.test.url}/w/999/deliveries`)
    await heading(page, 'Page not found').waitFor()
    await page.context().close()
  })
})

describe('on a phone', () => {
  it('the navigation opens as a drawer on a phone and closes after a choice', async () => {
    const opened = await portal.open('', { viewport: sizes.phone })
    const { page } = opened
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Deliveries' }).click()
    await heading(page, 'Deliveries').waitFor()
    await page.getByRole('link', { name: 'Deliveries' }).waitFor({ state: 'hidden' })
    await expectNoFaults(opened)
  })

  it.each(views)(
    'the account page passes the accessibility checks in $colorScheme at $viewport.width px',
    async (view) => {
      const opened = await portal.open('account', view)
      await opened.page.getByText('This session').waitFor()
      await expectNoFaults(opened)
    },
  )
})
