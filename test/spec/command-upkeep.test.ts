// Commands for a running service: callbacks, notices, members, accounts, the audit log, template versions and imports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action, click, sendButtons } from '../harness/buttons.ts'
import { commandsIn } from '../harness/command.ts'
import { addMember, createBrowser, setUpOwner, tokenInLink } from '../harness/members.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startMailServer } from '../harness/smtp.ts'

let test: TestService
let tenant: Tenant
let receiver: Provider
beforeAll(async () => {
  test = await startTestService('postgres')
  tenant = await test.tenant()
  receiver = await startProvider()
})
afterAll(async () => {
  await test.stop()
  await receiver.stop()
})

const env = () => ({ CARILLON_URL: test.url, DATA_DIR: test.dataDir })
const { run, json, runWithInput } = commandsIn(env, () => ['--workspace', String(tenant.workspace)])
const installation = commandsIn(env)

describe('carillon callbacks', () => {
  it('`callbacks list` and `show` print a failed callback, and `callbacks replay` sends the callback again', async () => {
    expect(await run('callbacks', 'list', '--mode', 'test')).toEqual({
      code: 0,
      out: '',
      err: 'There are no matching callbacks.\n',
    })
    receiver.reply((_request, count) => ({ status: count === 1 ? 410 : 200 }))
    const { id, link } = await sendButtons(test, tenant.testKey, [
      action('confirm', { callback_url: `${receiver.url}/callback` }),
    ])
    expect((await click(link)).status).toBe(200)
    const attempted = await test.until(async () => {
      const { data } = await json('callbacks', 'list', '--mode', 'test', '--delivery', String(id))
      return data[0]?.attempts_made === 1 && data[0].status !== 'sending' && data[0]
    })
    const shown = await run('callbacks', 'show', String(attempted.id))
    expect(shown.code).toBe(0)
    expect(shown.out).toMatch(/^action {7}confirm$/m)
    expect(shown.out).toMatch(/^attempt 1 {2}\S+ \S+ {2}410 {2}\d+ ms {2}/m)
    expect(shown.out).toContain(`"delivery_id": ${id}`)

    const listed = await run('callbacks', 'list', '--mode', 'test', '--status', 'failed')
    expect(listed.out).toContain(`\tfailed\t1\t${id}\tconfirm\t${receiver.url}/callback\n`)
    const again = await run('callbacks', 'replay', String(attempted.id))
    expect(again.out).toMatch(new RegExp(`^Callback ${attempted.id} is sent again as callback \\d+\\.\\n$`))
    const [, made] = /callback (\d+)\./.exec(again.out)!
    await test.until(async () => (await json('callbacks', 'show', made!)).status === 'received')
    expect(await json('callbacks', 'show', made!)).toMatchObject({ replay_of: attempted.id })
    expect(await run('callbacks', 'show', '999999')).toMatchObject({ code: 1, out: '' })
    expect(await run('callbacks', 'show', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('must be a number'),
    })
  })
})

describe('carillon notices', () => {
  it('`notices list` prints the notices for owners, and shows whether each notice was sent by email', async () => {
    expect((await run('notices', 'list')).err).toBe('There are no notices.\n')
    receiver.reply(() => ({ status: 410 }))
    await json('subscription', 'create', `${receiver.url}/gone`, '--event', 'delivery.queued')
    await sendButtons(test, tenant.testKey)
    await test.until(async () => (await json('notices', 'list')).data.length === 1)
    const { out } = await run('notices', 'list')
    expect(out).toMatch(/^\d+\t\S+ \S+\tkept\t\tCarillon: a webhook endpoint was disabled\t/)
  })
})

describe('carillon member and account', () => {
  it('`member invite` prints no link if a mail server is configured, and the list of invitations shows the state of the email', async () => {
    const mails = await startMailServer()
    const mailing = await startTestService('postgres', { SMTP_URL: mails.url })
    try {
      const mailingCommands = commandsIn(() => ({ CARILLON_URL: mailing.url, DATA_DIR: mailing.dataDir }))
      const invited = await mailingCommands.run('member', 'invite', 'bo@shop.example', '--role', 'viewer')
      expect(invited.out).toMatch(/^The link is sent to bo@shop\.example by email\. It expires at \S+ \S+\.\n$/)
      expect(invited.out + invited.err).not.toContain('token=')
      const rows = async () => (await mailingCommands.json('member', 'invitations', 'list')).data
      expect(await mailing.until(async () => (await rows())[0].mail === 'sent' && rows())).toMatchObject([
        { email: 'bo@shop.example', mail: 'sent' },
      ])
      const signIns = await mailingCommands.run('audit-log', 'list', '--installation', '--action', 'invite')
      expect(signIns.out).toContain('Invite a person')
    } finally {
      await mailing.stop()
      await mails.stop()
    }
  })

  it('`member` commands invite, list, change and remove members, and `account` commands list, change and remove accounts', async () => {
    await setUpOwner(test)
    const invited = await run('member', 'invite', 'bo@shop.example', '--role', 'viewer')
    expect(invited.out).toMatch(/^http:\/\/\S+token=\S+\n$/)
    expect(invited.err).toContain('not shown again')
    expect((await json('member', 'invitations', 'list')).data).toMatchObject([
      { email: 'bo@shop.example', role: 'viewer', state: 'open' },
    ])
    const [waiting] = (await json('member', 'invitations', 'list')).data
    expect(await run('member', 'invitations', 'revoke', String(waiting.id))).toMatchObject({ code: 2 })
    expect(await run('member', 'invitations', 'revoke', String(waiting.id), '--yes')).toMatchObject({ code: 0 })
    const late = await createBrowser(test).request('POST', '/invitation/accept', {
      token: tokenInLink(invited.out.trim()),
      name: 'Bo',
      password: 'correct horse battery',
    })
    expect(late.status).toBeGreaterThanOrEqual(400)
    expect((await run('member', 'invitations', 'list')).err).toBe('There are no open invitations.\n')

    const cy = await addMember(test, tenant.workspace, 'viewer', 'cy@shop.example')
    const { id } = (await json('member', 'list')).data.find(({ email }: { email: string }) => email.startsWith('cy'))
    expect(await run('member', 'update', String(id), '--role', 'admin')).toMatchObject({
      out: 'cy now has the role admin.\n',
    })
    expect((await run('member', 'list')).out).toMatch(new RegExp(`^${id}\tcy\tcy@shop.example\tadmin\t20`, 'm'))
    expect(await run('member', 'update', String(id), '--role', 'king')).toMatchObject({ code: 2 })
    expect(await run('member', 'invite', 'no address', '--role', 'viewer')).toMatchObject({ code: 1 })
    expect(await run('member', 'remove', String(id), '--yes')).toMatchObject({ out: `Member ${id} was removed.\n` })
    expect((await cy.request('GET', `/workspaces/${tenant.workspace}`)).status).toBe(401)

    const { run: all, json: allJson } = installation
    expect((await allJson('account', 'list', '--q', 'cy@')).data).toMatchObject([{ id, operator: false }])
    expect((await all('account', 'update', String(id), '--operator', 'on')).out).toBe('cy is now an operator.\n')
    expect((await all('account', 'list')).out).toMatch(/^\d+\tcy\tcy@shop.example\toperator\t/m)
    expect((await all('account', 'update', String(id), '--operator', 'off')).out).toBe('cy is no longer an operator.\n')
    expect((await all('account', 'password-link', String(id))).out).toMatch(/^http:\/\/\S+token=\S+\n$/)
    expect(await all('account', 'delete', String(id))).toMatchObject({ code: 2 })
    expect(await all('account', 'delete', String(id), '--yes')).toMatchObject({ code: 0 })
    expect((await all('account', 'list', '--q', 'cy@')).err).toContain('no matching account')
  })
})

describe('carillon audit-log', () => {
  it('`audit-log list` prints the changes in a workspace or in the installation, with the actor of each change', async () => {
    await json('source', 'update', '--rate-limit', '77')
    const [entry] = (await json('audit-log', 'list', '--action', 'changeSource')).data
    expect(entry).toMatchObject({ change: { rate_limit: 77 }, outcome: 'done', actor: { kind: 'token' } })
    const { out } = await run('audit-log', 'list', '--object', 'source', '--since', '1h', '--limit', '1')
    expect(out).toMatch(
      /^\S+ \S+\tManagement token admin-token file \(…\w{4}\)\t127\.0\.0\.1\tChange a source\tsource App\t/,
    )
    const { data } = await installation.json('audit-log', 'list', '--installation', '--action', 'removeAccount')
    expect(data).toMatchObject([{ workspace_id: null }])
    expect(await run('audit-log', 'list', '--installation')).toMatchObject({
      code: 2,
      err: expect.stringContaining('not both'),
    })
    expect((await run('audit-log', 'list', '--until', '2001-01-01T00:00:00Z')).err).toContain(
      'There are no matching entries',
    )
  })
})

describe('carillon source, automation, recipients, imports and template', () => {
  it('`source show NAME` prints the source with this name, and `source show` prints the only source of the workspace', async () => {
    expect((await run('source', 'show')).out).toMatch(/^name {15}App$/m)
    expect(await json('source', 'show', 'app')).toMatchObject({ id: tenant.source })
    expect(await run('source', 'show', 'nowhere')).toMatchObject({ code: 1 })
  })

  it('`automation update` changes only the fields that the command names', async () => {
    const made = await json('automation', 'create', 'Hi', '--template', 'hello', '--tag', 'vip', '--var', 'a=1')
    const id = String(made.id)
    expect(await run('automation', 'update', id)).toMatchObject({ code: 2, err: expect.stringContaining('--template') })
    expect(await run('automation', 'update', id, '--tag', 'x', '--created')).toMatchObject({ code: 2 })
    const changed = await json('automation', 'update', id, '--keyword', 'hello', '--channel', 'email', '--var', 'b=2')
    expect(changed).toMatchObject({
      name: 'Hi',
      trigger: { type: 'message.received', keyword: 'hello' },
      channel: 'email',
      vars: { a: '1', b: '2' },
    })
    expect(
      (await run('automation', 'update', id, '--created', '--name', 'Ho', '--channel', 'none', '--var', 'a=')).out,
    ).toBe(`Automation ${id} (Ho) was changed.\n`)
    const shown = await json('automation', 'show', id)
    expect(shown).toMatchObject({ trigger: { type: 'contact.created' }, channel: null, vars: { b: '2' } })
    expect(await run('automation', 'update', id, '--template', 'nowhere')).toMatchObject({ code: 1 })
  })

  it('`recipients update` changes only the fields that the command names', async () => {
    const made = await json(
      ...['recipients', 'create', 'Eve', '--email', 'eve@example.com', '--telegram-chat-id', '77'],
      ...['--tag', 'beta', '--tag', 'old', '--metadata', 'customer=17', '--metadata', 'seat='],
    )
    const id = String(made.id)
    expect(await run('recipients', 'update', id)).toMatchObject({ code: 2, err: expect.stringContaining('--email') })
    const changed = await json(
      ...['recipients', 'update', id, '--telegram-chat-id', 'none', '--tag', 'new', '--untag', 'old'],
      ...['--metadata', 'customer=', '--metadata', 'plan=pro'],
    )
    expect(changed).toMatchObject({
      name: 'Eve',
      email: 'eve@example.com',
      telegram_chat_id: null,
      tags: ['beta', 'new'],
      metadata: { seat: '', plan: 'pro' },
    })
    expect((await run('recipients', 'update', id, '--name', 'Eva')).out).toBe(`Recipient ${id} was changed.\n`)
    expect(await run('recipients', 'update', id, '--email', 'eva@')).toMatchObject({ code: 1 })
    expect(await json('recipients', 'show', id)).toMatchObject({ name: 'Eva', tags: ['beta', 'new'] })
  })

  it('`imports list`, `show` and `refused` print an import, and `imports cancel` fails after the import has ended', async () => {
    const { id } = JSON.parse(
      (await runWithInput('name,email\nIda,ida@example.com\nBad,bad\n', 'recipients', 'import', '-', '--json')).out,
    )
    expect((await run('imports', 'list')).out).toMatch(/^\d+\t\S+ \S+\t\tdone\t2 of 2\t1\t\n$/)
    expect((await run('imports', 'show', String(id))).out).toMatch(/^created {4}1$/m)
    expect((await run('imports', 'refused', String(id))).out).toBe(
      '3\temail is not an email address\t{"name":"Bad","email":"bad"}\n',
    )
    expect((await run('imports', 'refused', String(id), '--csv')).out).toContain('Bad,bad')
    expect(await run('imports', 'cancel', String(id))).toMatchObject({ code: 1 })
  })

  it('`template restore` brings back an older version, and `template test-send` sends a template', async () => {
    const content = (body: string) => JSON.stringify({ name: 'News', locales: { en: { subject: 'S', body } } })
    await runWithInput(content('first {{name}}'), 'template', 'put', '-', '--slug', 'news')
    await runWithInput(content('second'), 'template', 'put', '-', '--slug', 'news')
    expect((await run('template', 'versions', 'news')).out).toMatch(/^2\t.*\tcurrent\n1\t.*\t\n$/)
    expect((await json('template', 'get', 'news', '--version', '1')).locales.en.body).toBe('first {{name}}')
    expect(JSON.parse((await run('template', 'get', 'news', '--version', '1')).out)).toMatchObject({ slug: 'news' })
    expect((await run('template', 'restore', 'news', '1')).out).toBe(
      'Version 1 of template news was restored as version 3.\n',
    )
    expect(await run('template', 'restore', 'news', '9')).toMatchObject({ code: 1 })
    const sent = await run('template', 'test-send', 'news', '--var', 'name=Ada', '--email', 'ada@example.com')
    const [, id] = /^Delivery (\d+) was accepted\.\n$/.exec(sent.out)!
    await test.settled(tenant, Number(id), 'sent')
    expect((await run('test-inbox', 'show', id!)).out).toContain('first Ada')
    expect(await run('template', 'test-send', 'news')).toMatchObject({ code: 1, err: expect.stringContaining('name') })
  })
})
