// Creates a workspace with an admin, a viewer and templates with sensitive variables, for tests of the viewer's access.
import { expect } from 'vitest'
import { addMember, setUpOwner } from './members.ts'
import { type DatabaseKind, startTestService } from './service.ts'
import { startBotServer } from './telegram.ts'

export const MASK = '••••'
export const CODE = 'Quartz-Plum'
/** Matches a part of `CODE`. `CODE` consists of letters, because digits also occur in ids and times. */
export const CODE_PARTS = /Quartz|Plum/
export const LOCALES = {
  en: {
    subject: 'Code {{code}} for {{name}}',
    body: 'Hello {{name}}, your code is {{code}}.',
    channels: {
      email: { markdown: 'Hello {{name}}, **{{code}}**' },
      discord: { embeds: [{ title: '{{name}}: {{code}}' }] },
    },
  },
}

type Role = 'viewer' | 'admin'

export async function startSensitiveTest(kind: DatabaseKind) {
  const test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
  const bot = await startBotServer()
  const tenant = await test.tenant()
  const at = `/workspaces/${tenant.workspace}`
  await setUpOwner(test)
  const browsers = {
    viewer: await addMember(test, tenant.workspace, 'viewer', 'viewer@shop.example'),
    admin: await addMember(test, tenant.workspace, 'admin', 'admin@shop.example'),
  }
  const connected = await test.manage('PUT', `${at}/sources/${tenant.source}/connections/telegram`, {
    settings: { bot_token: '1:abc', api_base: bot.url },
  })
  const inboundPath = connected.body.inbound_url.replace('https://carillon.example/v1', '')
  let count = 0

  /** Creates a template that marks `code` as sensitive by default, and returns its slug. */
  const newTemplate = async (fields: object = {}) => {
    const slug = `login-${count++}`
    const body = { slug, name: 'Login', sensitive: ['code'], locales: LOCALES, ...fields }
    const made = await test.manage('POST', `${at}/templates`, body)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return slug
  }
  /** Sends a message, by email by default, and returns its id. */
  const send = async (template: string, more: object = {}, key = tenant.testKey) => {
    const { status, body } = await test.send(key, {
      recipient: { name: 'Ada', email: `ada${count++}@example.com`, locale: 'en' },
      template,
      vars: { name: 'Ada', code: CODE },
      channel: 'email',
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(202)
    return body.delivery_id as number
  }
  const readAs = async (role: Role, path: string) => {
    const { status, body } = await browsers[role].request('GET', `${at}${path}`)
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
    return body
  }
  /** Returns the complete response that the member gets at a path, as one string. */
  const textAs = async (role: Role, path: string) => JSON.stringify(await readAs(role, path))
  /** Sends an update to the webhook as Telegram does. */
  const sendUpdate = async (update: object) => {
    const headers = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
    const { status } = await test.call('POST', inboundPath, { body: { update_id: ++count, ...update }, headers })
    expect(status).toBe(200)
  }
  const stop = async () => {
    await test.stop()
    await bot.stop()
  }
  return { test, bot, tenant, at, browsers, newTemplate, send, readAs, textAs, sendUpdate, stop }
}

export type SensitiveTest = Awaited<ReturnType<typeof startSensitiveTest>>
