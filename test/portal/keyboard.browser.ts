// Does the ten commonest tasks of the portal with the keyboard alone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Keyboard, keyboardOf } from '../harness/keyboard.ts'
import { addMember, PASSWORD } from '../harness/members.ts'
import { heading, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

let portal: TestPortal
let mail: MailServer
let receiver: Provider

beforeAll(async () => {
  ;[portal, mail, receiver] = await Promise.all([startTestPortal(), startMailServer(), startProvider()])
  receiver.reply(() => ({ status: 200 }))
})
afterAll(async () => {
  await portal?.stop()
  await Promise.all([mail?.stop(), receiver?.stop()])
})

/** Opens a page of the workspace, does the task, and checks that the page had no faults. */
async function withKeyboard(
  path: string,
  task: (page: Page, keyboard: Keyboard) => Promise<void>,
  as = portal.owner,
): Promise<void> {
  const { page, faults } = await portal.open(path, { as })
  await task(page, keyboardOf(page))
  expect(faults).toEqual([])
  await page.context().close()
}

async function sendFailing(count: number, name: string): Promise<void> {
  const messages = Array.from({ length: count }, () => ({
    recipient: { name, email: 'bounce@sandbox.test' },
    template: 'hello',
    vars: { name },
  }))
  const answer = await portal.test.call('POST', '/send/batch', { key: portal.tenant.testKey, body: { messages } })
  const ids: number[] = answer.body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id)
  for (const id of ids) await portal.test.settled(portal.tenant, id, 'failed')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialogButton = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name })

describe('the commonest tasks with the keyboard alone', () => {
  it('a member signs in', async () => {
    await addMember(portal.test, portal.tenant.workspace, 'admin', 'kay@shop.example')
    const { page } = await portal.browser.open()
    const keyboard = keyboardOf(page)
    await page.goto(`${portal.test.url}/w/${portal.tenant.workspace}/deliveries`)
    await heading(page, 'Sign in').waitFor()
    await keyboard.fill(page.getByLabel('Email'), 'kay@shop.example')
    await keyboard.fill(page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'Deliveries').waitFor()
    await page.context().close()
  })

  it('a member finds a failed message by its text, reads why it failed, and resends it', async () => {
    await sendFailing(1, 'Quetzal')
    await withKeyboard('deliveries?mode=test', async (page, keyboard) => {
      await keyboard.fill(page.getByLabel('Words of the message'), 'quetzal')
      await page.waitForURL(/words=quetzal/)
      const rows = page.locator('tbody').getByRole('row')
      await portal.test.until(async () => (await rows.count()) === 1)
      await keyboard.enter(rows.getByRole('link').first())
      await page.getByText('Reason for the failure').waitFor()
      await keyboard.enter(button(page, 'Resend'))
      const before = page.url()
      await keyboard.enter(dialogButton(page, 'Resend'))
      await page.waitForURL((url) => url.href !== before)
      await heading(page, /^Delivery \d+$/).waitFor()
    })
  })

  it('a member selects ten failed messages and resends them', async () => {
    await sendFailing(10, 'Tenfold')
    await withKeyboard('deliveries?mode=test&status=failed&words=tenfold', async (page, keyboard) => {
      await portal.test.until(async () => (await page.locator('tbody').getByRole('row').count()) === 10)
      await keyboard.reach(page.getByRole('checkbox', { name: 'Select all rows' }))
      await page.keyboard.press('Space')
      const actions = page.getByRole('region', { name: 'Actions on the selected deliveries' })
      await keyboard.enter(actions.getByRole('button', { name: 'Resend' }))
      await keyboard.enter(dialogButton(page, 'Resend 10 deliveries'))
      await portal.test.until(async () => {
        portal.test.clock.advance(1000)
        return (await page.getByText(/10 deliveries sent again/).count()) > 0
      })
    })
  })

  it('a member creates an API key', async () => {
    await withKeyboard('', async (page, keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command('create key', 'Create API key')
      await keyboard.fill(page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }), 'Shop')
      await keyboard.enter(dialogButton(page, 'Create API key'))
      await page.getByText(/^svc_(test|live)_/).waitFor()
      await keyboard.enter(dialogButton(page, 'Done'))
      await page.getByText(/^svc_(test|live)_/).waitFor({ state: 'detached' })
    })
  })

  it('a member connects email', async () => {
    await withKeyboard(`sources/${portal.tenant.source}?tab=connections`, async (page, keyboard) => {
      await keyboard.enter(page.getByRole('link', { name: 'Connect: Email' }))
      await keyboard.fill(page.getByLabel(/^host/i), '127.0.0.1')
      await keyboard.fill(page.getByLabel(/^port/i), String(mail.port))
      await keyboard.fill(page.getByLabel(/^user/i), 'user')
      await keyboard.fill(page.getByLabel(/^password/i), 'secret')
      await keyboard.fill(page.getByLabel(/^from/i), 'Shop <hello@shop.example>')
      await keyboard.enter(button(page, 'Connect'))
      await page.getByText('No problems found').waitFor()
    })
  })

  it('a member creates a template, publishes it, and reads a test message of it', async () => {
    await withKeyboard('', async (page, keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command('create template', 'Create template')
      await keyboard.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }), 'Parcel')
      await keyboard.enter(dialogButton(page, 'Create template'))
      await heading(page, 'Parcel').waitFor()
      await keyboard.fill(page.getByRole('textbox', { name: 'Subject' }).first(), 'Your parcel')
      await keyboard.fill(page.getByRole('textbox', { name: 'Text', exact: true }), 'Hello {{name}}, it left today.')
      await keyboard.enter(button(page, 'Publish'), 'Shift+Tab')
      await keyboard.enter(dialogButton(page, 'Publish'))
      await page.getByText('Published as version 1').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await keyboard.enter(button(page, 'Send test'))
      await keyboard.enter(dialogButton(page, 'Send test'))
      await page.getByText('Test message accepted').waitFor()
      await keyboard.enter(page.getByRole('dialog').getByRole('link', { name: 'View in test inbox' }))
      await heading(page, 'Test inbox').waitFor()
    })
  })

  it('a member creates a recipient', async () => {
    await withKeyboard('', async (page, keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command('create recipient', 'Create recipient')
      await keyboard.fill(page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }), 'Grace Hopper')
      await keyboard.fill(page.getByRole('dialog').getByRole('textbox', { name: /^Email/ }), 'grace@navy.example')
      await page.keyboard.press('Enter')
      await heading(page, 'Grace Hopper').waitFor()
    })
  })

  it('a member adds an endpoint and sends a test event to it', async () => {
    await withKeyboard('', async (page, keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command('webhook endpoint', 'Add webhook endpoint')
      await keyboard.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Endpoint URL' }), `${receiver.url}/k`)
      await keyboard.enter(dialogButton(page, 'Add endpoint'))
      await page.getByText(/^whsec_/).waitFor()
      await keyboard.enter(dialogButton(page, 'Done'))
      await heading(page, `${receiver.url}/k`).waitFor()
      await keyboard.enter(button(page, 'Send test event'))
      await keyboard.enter(dialogButton(page, 'Send event'))
      await page.getByRole('dialog').getByRole('status').getByText('Received').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
  })

  it('a member invites a colleague', async () => {
    await withKeyboard('', async (page, keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command('invite', 'Invite a member')
      await keyboard.fill(page.getByRole('dialog').getByRole('textbox', { name: /^Email/ }), 'new@shop.example')
      await page.keyboard.press('Enter')
      await page.getByText('new@shop.example').first().waitFor()
    })
  })

  it('a member changes to the dark theme and signs out', async () => {
    // Signing out ends the session, which the other tests need.
    const member = await addMember(portal.test, portal.tenant.workspace, 'admin', 'dora@shop.example')
    const leave = async (page: Page, keyboard: Keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command('dark', /Dark/)
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
      await keyboard.command('sign out', 'Sign out')
      await heading(page, 'Sign in').waitFor()
    }
    await withKeyboard('', leave, member)
  })
})

describe('the command palette', () => {
  it.each([
    'Create API key',
    'Create template',
    'Create recipient',
    'Create source',
    'Create automation',
    'Create category',
    'Add webhook endpoint',
    'Add suppression',
    'Invite a member',
  ])('opens a dialog with a field: %s', async (action) => {
    await withKeyboard('', async (page, keyboard) => {
      await heading(page, 'Overview').waitFor()
      await keyboard.command(action, action)
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    })
  })
})
