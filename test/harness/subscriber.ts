// A subscriber for tests: a server on loopback that parses events and verifies their signatures with independent code.
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { Tenant, TestClient } from './client.ts'
import { type Provider, type Received, startProvider } from './provider.ts'

export interface ReceivedEvent {
  name: string
  /** X-Service-Delivery-Id. */
  id: string
  // The body may be any JSON. The tests check it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  request: Received
}

export interface Subscriber {
  receiver: Provider
  id: number
  secret: string
  /** The path of the subscription in the management API. It starts with /workspaces. */
  path: string
  /** Returns all events so far, each verified. */
  events(): ReceivedEvent[]
  /** Waits until `count` events arrived, and returns all events. */
  waitForEvents(count: number): Promise<ReceivedEvent[]>
  /**
   * Waits until every event was received. Otherwise the service would send events again when a test advances the clock
   * past a lease.
   */
  waitUntilIdle(): Promise<void>
}

/** Starts a receiver with a subscription in the tenant's workspace. The caller stops the receiver. */
export async function startSubscriber(test: TestClient, tenant: Tenant, events: string[]): Promise<Subscriber> {
  const receiver = await startProvider()
  receiver.reply(() => ({ status: 200 }))
  const at = `/workspaces/${tenant.workspace}/subscriptions`
  const { status, body } = await test.manage('POST', at, { url: `${receiver.url}/events`, events })
  expect([status, body.error]).toEqual([201, undefined])
  const read = () => receiver.received.map((request) => verifyEvent(request, body.secret))
  return {
    receiver,
    id: body.id,
    secret: body.secret,
    path: `${at}/${body.id}`,
    events: read,
    waitForEvents: (count) =>
      test.until(async () => {
        return receiver.received.length >= count && read()
      }),
    async waitUntilIdle() {
      const has = async (status: string) =>
        (await test.manage('GET', `${at}/${body.id}/events?status=${status}&limit=1`)).body.data.length > 0
      // Checks the statuses in the order in which an event passes through them.
      await test.until(async () => !(await has('waiting')) && !(await has('sending')))
    },
  }
}

/** Checks the headers and both signatures of an event as the specification defines them. */
export function verifyEvent(request: Received, secret: string): ReceivedEvent {
  const { headers, text, method } = request
  const header = (name: string) => String(headers[name])
  expect([method, headers['content-type']]).toEqual(['POST', 'application/json'])
  expect(headers['x-service-signature']).toBe(createHmac('sha256', secret).update(text).digest('hex'))
  expect(headers['webhook-id']).toBe(headers['x-service-delivery-id'])
  expect(headers['webhook-timestamp']).toBe(headers['x-service-timestamp'])
  expect(headers['x-service-timestamp']).toMatch(/^\d{10}$/)
  const signed = `${header('webhook-id')}.${header('webhook-timestamp')}.${text}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  expect(header('webhook-signature').split(' ')).toContain(signature)
  // The package's verify() uses the real time, which may differ from a test's clock.
  const at = new Date(Number(header('webhook-timestamp')) * 1000)
  const webhook = new Webhook(secret)
  expect(webhook.sign(header('webhook-id'), at, text)).toBe(signature)
  if (Math.abs(at.getTime() - performance.timeOrigin) < 200_000)
    expect(webhook.verify(text, headers as Record<string, string>)).toEqual(JSON.parse(text))
  return { name: header('x-service-event'), id: header('x-service-delivery-id'), body: JSON.parse(text), request }
}
