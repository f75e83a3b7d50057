// The first send requests of a new user. The sandbox delivers them, and the documented examples are accepted.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('first send on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it('accepts a first send, delivers it in the sandbox and shows it in the test inbox [SEND-01]', async () => {
    const sent = await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
    })
    expect(sent.status).toBe(202)
    expect(sent.body).toMatchObject({
      status: 'queued',
      channel: 'email',
      recipient: { name: 'Ada', address: 'ada@example.com' },
      template: 'hello',
    })
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    const inbox = await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox`)
    expect(inbox.body.data[0].message).toMatchObject({ subject: 'Hello Ada', body: 'Hello Ada' })
  })

  it('accepts every send example of the OpenAPI document, and returns responses that match the schemas of the document', async () => {
    const document = JSON.parse(await (await fetch(`${test.url}/openapi.json`)).text())
    const { schemas } = document.components
    const ajv = formats.default(new Ajv2020({ strict: false }))
    const { it: welcome, en } = { it: { body: 'Ciao {{name}}' }, en: { body: 'Hello {{name}}' } }
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'welcome',
      name: 'Welcome',
      locales: { it: welcome, en },
    })
    const { examples } = schemas.SendRequest
    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) {
      const { status, body } = await test.send(tenant.testKey, example)
      expect([status, ajv.validate(schemas.SendResponse, body), ajv.errors]).toEqual([202, true, null])
    }
    const batch = document.paths['/v1/send/batch'].post.requestBody.content['application/json'].example
    const answer = await test.call('POST', '/send/batch', { key: tenant.testKey, body: batch })
    expect([answer.status, answer.body.failed]).toEqual([202, 0])
    const refused = await test.send(tenant.testKey, { template: 7 })
    expect([refused.status, ajv.validate(schemas.ValidationError, refused.body)]).toEqual([422, true])
  })

  it('returns the response that README.md shows for the send request in README.md', async () => {
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'welcome',
      name: 'Welcome',
      locales: { it: { body: 'Ciao {{name}}' } },
    })
    const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, request = ''] = /^ {2}-d '(\{.*\})'$/m.exec(page) ?? []
    const [, response = ''] = /^```json\n(.*)\n```$/m.exec(page) ?? []
    const { delivery_id: _, recipient, ...rest } = JSON.parse(response)
    const sent = await test.send(tenant.testKey, JSON.parse(request))
    expect(sent.status).toBe(202)
    expect(sent.body).toEqual({
      ...rest,
      delivery_id: expect.any(Number),
      recipient: { ...recipient, id: expect.any(Number) },
    })
  })
})
