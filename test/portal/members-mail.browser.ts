// Tests of invitation emails and of the audit log of the installation in a browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { createBrowser, PASSWORD } from '../harness/members.ts'
import { expectNoFaults, startTestPortal, type TestPortal } from '../harness/portal.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

let portal: TestPortal
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer()
  portal = await startTestPortal({ SMTP_URL: mails.url })
}, 120_000)
afterAll(async () => {
  await portal.stop()
  await mails.stop()
})

describe('the portal', () => {
  it.each([
    ['en-GB', 'Invite', 'Email', /by email and is not shown here/, 'Email sent'],
    ['it-IT', 'Invita un membro', 'Email', /per email a .* e non viene mostrato qui/, 'Email inviata'],
  ])(
    'in the locale %s, the link of an invitation is sent only by email, and the page shows that the email was sent',
    async (locale, invite, label, confirmation, sent) => {
      const email = `${locale.toLowerCase()}@shop.example`
      const opened = await portal.open('members', { locale })
      const { page } = opened
      await page.getByRole('button', { name: invite }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: label }).fill(email)
      await dialog.getByRole('button', { name: invite }).click()
      await dialog.getByText(confirmation).waitFor()
      expect(await dialog.getByText(/invitation\?token=/).count()).toBe(0)
      await portal.test.until(async () => mails.received.some(({ to }) => to.includes(email)))
      const at = `/workspaces/${portal.tenant.workspace}/invitations`
      await portal.test.until(async () => (await portal.owner.request('GET', at)).body.data[0].mail === 'sent')
      await page.reload()
      await page.getByText(sent).first().waitFor()
      await expectNoFaults(opened)
    },
  )

  it.each([
    ['en-GB', 'Whole installation', 'Signed in', '2 failed sign-ins', 'Not signed in'],
    ['it-IT', 'Tutta l’installazione', 'Accesso effettuato', '2 accessi non riusciti', 'Accesso non effettuato'],
  ])(
    'in %s the audit log shows the sign-ins of the installation to operators',
    async (locale, whole, signedIn, failed, anonymous) => {
      const { test, owner } = portal
      const lines = async () => (await owner.request('GET', '/audit-log?action=signInFailed')).body.data
      const before = (await lines()).length
      test.clock.advance(16 * 60_000)
      for (let time = 0; time < 2; time++)
        await createBrowser(test).request('POST', '/login', { email: 'ada@shop.example', password: 'wrong' })
      await test.until(async () => {
        test.clock.advance(20_000)
        return (await lines()).length > before
      })
      await createBrowser(test).request('POST', '/login', { email: 'ada@shop.example', password: PASSWORD })
      const opened = await portal.open('audit-log', { locale, viewport: sizes.desktop })
      const { page } = opened
      await page.getByText(whole).click()
      await page.getByText(signedIn).first().waitFor()
      await page.getByText(failed).first().waitFor()
      await page.getByText(anonymous).filter({ visible: true }).first().waitFor()
      await expectNoFaults(opened)
    },
  )
})
