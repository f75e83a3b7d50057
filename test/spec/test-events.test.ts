// Test events. Their body and id contain a mark. Otherwise they are like real events of their type (decision 63).
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventNames } from '../../src/events/catalog.ts'
import { setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const { webhooks } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))

/** Returns the errors of a body that does not match the schema of its event in the API document. */
function schemaErrorsOf(event: string, body: unknown): unknown {
  const { schema } = webhooks[event].post.requestBody.content['application/json']
  const validate = formats.default(new Ajv2020({ strict: false })).compile(schema)
  return validate(body) ? [] : validate.errors
}

describe.each(databases)('test events, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const subscribers = setUpEventTest(() => test)
  const subscribe = async (events: string[]) => (await subscribers.subscribe(events, tenant)).subscriber

  it('a test event of every type is marked in its body and in its id, has the current time and matches the API document [D63, D63b]', async () => {
    const subscriber = await subscribe([...eventNames])
    for (const event of eventNames) {
      const from = test.clock.now().toISOString()
      const { body } = await test.manage('POST', `${subscriber.path}/test`, { event })
      expect([body.received, body.event_id]).toEqual([true, expect.stringMatching(/^test_evt_[A-Za-z0-9]{24}$/)])
      const sent = subscriber.events().at(-1)!
      expect([sent.name, sent.body.test]).toEqual([event, true])
      if ('id' in sent.body) expect(sent.body.id).toBe(body.event_id)
      else expect(sent.body.event).toBe(event)
      const times = JSON.stringify(sent.body).match(/"\d{4}-\d{2}-\d{2}T[^"]*"/g)!
      for (const time of times)
        expect(JSON.parse(time) >= from && JSON.parse(time) <= test.clock.now().toISOString()).toBe(true)
      expect(schemaErrorsOf(event, sent.body)).toEqual([])
    }
  })

  it('an event that is not a test event has no test mark [D63]', async () => {
    const subscriber = await subscribe(['delivery.queued', 'delivery.status'])
    await subscribers.send(tenant)
    for (const { body } of await subscriber.waitForEvents(2)) expect(body).not.toHaveProperty('test')
  })
})
