// The log of a process at the trace level contains no sensitive variable, whatever error occurs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstallation, type Installation, post, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

const CODE = 'Kx71-8842'

describe('log of a service that sends a sensitive variable', () => {
  let installation: Installation
  let provider: Provider
  beforeAll(async () => {
    installation = await createInstallation('postgres')
    provider = await startProvider()
  })
  afterAll(async () => {
    await installation.remove()
    await provider.stop()
  })

  it('logs errors of the provider and the database without the sensitive variable', async () => {
    const service = await installation.start('start', { LOG_LEVEL: 'trace' })
    const site = await installation.createSite(service.address, provider.url)
    const manage = (method: string, at: string, body?: object) =>
      installation.manage(service.address, method, `/workspaces/${site.workspace}${at}`, body)
    const locales = { it: { body: 'Il codice: {{code}}' } }
    await manage('POST', '/templates', { slug: 'login', name: 'Login', sensitive: ['code'], locales })
    provider.reply(() => ({ status: 400, body: { ok: false, error_code: 400, description: `Bad Request: ${CODE}` } }))
    const message = { recipient: { name: 'Ada', telegram_chat_id: '1' }, template: 'login', vars: { code: CODE } }
    const sent = await post(service.address, site.liveKey, message)
    expect(sent.status).toBe(202)
    await until(60, async () => (await manage('GET', `/deliveries/${sent.body.delivery_id}`)).status === 'failed')

    const db = await installation.open()
    // The error of the database contains the refused row with the message's content.
    await db.query({ text: 'alter table deliveries add constraint refuses_all check (id < 0) not valid' })
    expect((await post(service.address, site.liveKey, message)).status).toBe(500)
    await db.query({ text: 'alter table deliveries drop constraint refuses_all' })
    await db.close()
    await until(20, async () => service.output().includes('refuses_all'))
    await installation.stop()
    expect(service.output()).not.toContain(CODE)
  })

  it('logs an error of the database that keeps a digest from being sent without the sensitive variable', async () => {
    const service = await installation.start('start', { LOG_LEVEL: 'trace' })
    const site = await installation.createSite(service.address, provider.url)
    const manage = (method: string, at: string, body?: object) =>
      installation.manage(service.address, method, `/workspaces/${site.workspace}${at}`, body)
    const locales = { it: { body: '{% for item in items %}{{ item.code }};{% endfor %}' } }
    await manage('POST', '/templates', { slug: 'codes', name: 'C', engine: 'liquid', sensitive: ['code'], locales })
    const send = async (code: string) => {
      const digest = { key: 'k', wait: '1h' }
      const message = { recipient: { telegram_chat_id: '2' }, template: 'codes', vars: { code }, digest }
      const { status, body } = await post(service.address, site.liveKey, message)
      expect(status, JSON.stringify(body)).toBe(202)
      return body.delivery_id as number
    }
    const id = await send('-')
    expect(await send(CODE)).toBe(id)
    const db = await installation.open()
    await db.query({
      text: `alter table deliveries add constraint refuses_ready check (not ready or id <> ${id}) not valid`,
    })
    await manage('POST', `/deliveries/${id}/digest/close`)
    await until(60, async () => service.output().includes('refuses_ready'))
    await db.query({ text: 'alter table deliveries drop constraint refuses_ready' })
    await db.close()
    await installation.stop()
    expect(service.output()).not.toContain(CODE)
  })
})
