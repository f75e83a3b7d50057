// Tests of workspace pages in a browser: test inbox, automations, members, audit log, accounts and plan.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from '../harness/browser.ts'
import { overflows } from '../harness/layout.ts'
import { addMember } from '../harness/members.ts'
import { startTestPortal, type TestPortal } from '../harness/portal.ts'
import { startProvider } from '../harness/provider.ts'
import type { Tenant, TestService } from '../harness/service.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

let test: TestService
let portal: TestPortal
let tenant: Tenant

beforeAll(async () => {
  portal = await startTestPortal()
  ;({ test, tenant } = portal)
}, 120_000)
afterAll(async () => {
  await portal.stop()
})

describe('the workspace', () => {
  it('the test inbox shows a message as its channel does, with a working button', async () => {
    const { page, faults, axe } = await portal.open('test-inbox')
    await page.getByRole('heading', { name: 'No test messages yet' }).waitFor()
    expect(await axe()).toEqual([])
    await test.send(tenant.testKey, {
      recipient: { name: HOSTILE, telegram_chat_id: '42', locale: 'en' },
      channel: 'telegram',
      template: 'hello',
      vars: { name: HOSTILE },
      actions: [{ slug: 'confirm', label: 'Confirm', callback_url: 'http://127.0.0.1:9/confirm' }],
    })
    await page
      .getByRole('figure', { name: /^Preview/ })
      .getByText(`Hello ${HOSTILE}`, { exact: true })
      .waitFor()
    expect(await axe()).toEqual([])
    const [clicked] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Confirm' }).click(),
    ])
    await clicked.getByRole('heading').first().waitFor()
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries?mode=test`)).body
    const timeline = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${data[0].id}`)
    expect(timeline.body.actions[0].used_at).not.toBeNull()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('an owner creates an automation, and the page of the automation lists the contacts of its runs', async () => {
    const { page, faults, axe } = await portal.open('automations')
    await page.getByRole('button', { name: 'Add automation' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Welcome')
    await dialog.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'Hello' }).click()
    await dialog.getByRole('textbox', { name: 'Variables' }).fill('name=friend')
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Add automation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
    await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, {
      mode: 'test',
      name: 'Newcomer',
      email: 'new@x.example',
    })
    await page.getByRole('link', { name: 'Newcomer' }).waitFor()
    expect(await axe()).toEqual([])
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('saving an automation changes only the edited fields and keeps the changes of another member', async () => {
    const at = `/workspaces/${tenant.workspace}/automations`
    const trigger = { type: 'contact.tagged', tag: 'vip' }
    const rule = { name: 'Tagged', trigger, source: tenant.source, template: 'hello', vars: { name: 'friend' } }
    const { id } = (await test.manage('POST', at, rule)).body
    const { page, faults } = await portal.open(`automations/${id}`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit automation' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Tag' }).fill('gold')
    const theirs = { name: 'Tagged by us', channel: 'email', vars: { name: 'neighbor' } }
    expect((await test.manage('PATCH', `${at}/${id}`, theirs)).status).toBe(200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { body } = await test.manage('GET', `${at}/${id}`)
    expect(body).toMatchObject({ ...theirs, trigger: { ...trigger, tag: 'gold' } })
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('an invitation appears in the list of members and in the audit log', async () => {
    await addMember(test, tenant.workspace, 'viewer', 'bob@x.example')
    const { page, faults, axe } = await portal.open('members')
    await page.getByText('bob@x.example').first().waitFor()
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('cy@x.example')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText(/\/invitation\?token=/).waitFor()
    expect(await axe()).toEqual([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('cy@x.example').waitFor()
    await page.goto(`${test.url}/w/${tenant.workspace}/audit-log`)
    await page.getByText('cy@x.example').filter({ visible: true }).first().waitFor()
    await page.getByRole('button', { name: 'Details' }).first().click()
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('the actor filter of the audit log finds every member', async () => {
    const { rows } = await test.service.db.query<{ id: number }>({
      text: `insert into members (name, email, password, created_at)
             select 'Member ' || n, 'member' || n || '@x.example', 'none', $1 from generate_series(1, 120) n returning id`,
      values: [test.clock.now()],
    })
    await test.service.db.query({
      text: `insert into memberships (workspace_id, member_id, role, joined_at) select $1, unnest($2::bigint[]), 'viewer', $3`,
      values: [tenant.workspace, rows.map(({ id }) => id), test.clock.now()],
    })
    const { page, faults, axe } = await portal.open('audit-log')
    const field = page.getByRole('combobox', { name: 'Actor' })
    await field.click()
    await page.getByText('Type to find more…').waitFor()
    await field.fill('member120')
    await page.getByRole('option', { name: 'Member 120' }).click()
    await page.waitForURL(/member=\d+/)
    expect(await field.inputValue()).toBe('Member 120 <member120@x.example>')
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('only an operator can create a password link for an account', async () => {
    const carl = await addMember(test, tenant.workspace, 'owner', 'carl@x.example')
    const { page, faults, axe } = await portal.open('')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'All accounts' }).click()
    await page.getByRole('textbox', { name: 'Name or email' }).fill('carl')
    await page.waitForURL(/q=carl/)
    await page.getByRole('button', { name: 'Actions: carl' }).click()
    await page.getByRole('menuitem', { name: 'Create password link' }).click()
    const link = await page
      .getByRole('dialog')
      .getByText(/\/reset-password\?token=/)
      .innerText()
    expect(await axe()).toEqual([])
    const token = new URL(link).searchParams.get('token')
    const changed = await carl.request('POST', '/password/reset', { token, password: 'a sentence from Carl' })
    expect(changed.status).toBe(200)
    expect(faults).toEqual([])
    await page.context().close()

    const his = await portal.open('accounts', { as: carl })
    await his.page.getByRole('alert').waitFor()
    expect(await his.page.getByText('ada@shop.example').count()).toBe(0)
    await his.page.context().close()
  })

  it('the plan page shows the SMS of this month and their costs when a member asks for them', async () => {
    const provider = await startProvider()
    provider.reply(() => ({ status: 201, body: { sid: 'SM1', error_code: null } }))
    const settings = {
      account_sid: `AC${'0'.repeat(32)}`,
      auth_token: 'token',
      from: '+15550100000',
      api_base: provider.url,
      prices: '+39=0.0925',
      price_currency: 'EUR',
    }
    const path = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/sms/providers`
    expect((await test.manage('POST', path, { settings })).status).toBe(201)
    const empty = await portal.open('plan')
    await empty.page.getByRole('heading', { name: 'Prices in credits' }).waitFor()
    expect(await empty.page.getByRole('heading', { name: 'SMS this month' }).count()).toBe(0)
    await empty.page.context().close()
    const message = { recipient: { phone: '+393331234567', locale: 'en' }, template: 'hello', vars: { name: 'Ada' } }
    const { body } = await test.send(tenant.liveKey, message)
    await test.settled(tenant, body.delivery_id, 'sent')
    await provider.stop()

    const { page, faults, axe } = await portal.open('plan')
    const reports: string[] = []
    page.on('request', (request) => request.url().endsWith('/usage/sms') && reports.push(request.url()))
    const show = page.getByRole('button', { name: 'Show messages and costs' })
    await show.waitFor()
    expect(reports).toEqual([])
    await show.click()
    await page.getByRole('cell', { name: '€0.09' }).waitFor()
    expect(reports).toHaveLength(1)
    expect(await axe()).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
  })

  it.each(['plan', 'workspace', 'conversations', 'members', 'audit-log', 'automations', 'test-inbox'])(
    'shows the page %s to a viewer on a phone in dark mode, and hides the buttons that change data',
    async (name) => {
      const viewer = await addMember(test, tenant.workspace, 'viewer', `${name}@viewer.example`)
      const { page, faults, axe } = await portal.open(name, {
        as: viewer,
        viewport: sizes.phone,
        colorScheme: 'dark',
      })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading…' }).first().waitFor({ state: 'detached' })
      expect(await axe()).toEqual([])
      expect(await overflows(page)).toBe(false)
      for (const change of ['Invite member', 'Add automation', 'Change plan', 'Grant credits'])
        expect(await page.getByRole('button', { name: change, exact: true }).count()).toBe(0)
      expect(faults).toEqual([])
      await page.context().close()
    },
  )
})
