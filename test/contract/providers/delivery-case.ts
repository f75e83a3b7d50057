// Sends one message through the whole service for each provider fixture, and advances the time.
import { delivery } from '../../../src/limits.ts'
import type { Answer, Tenant, TestService } from '../../harness/service.ts'
import { type FixtureServer, fixtureName, type ProviderFixture, type ProviderRef, type Scenario } from './fixture.ts'

/** One message in one scenario. `first` is the delivery after its first attempt, and `last` has its final status. */
export interface DeliveryCase {
  name: string
  scenario: Scenario
  fixture: ProviderFixture
  server: FixtureServer
  tenant: Tenant
  id: number
  recipientId: number
  receivedAtFirst: number
  first: Answer['body']
  connection: Answer['body']
  last: Answer['body']
}

export const messageTo = ({ channel }: ProviderFixture, recipientId: number) => ({
  recipient: { id: recipientId },
  channel,
  template: 'words',
  vars: { 1: 'Ada' },
})

const connectionPath = ({ workspace, source }: Tenant, { channel }: ProviderFixture) =>
  `/workspaces/${workspace}/sources/${source}/connections/${channel}`

/** Connects a channel to the fixture's provider. `at` is the path of the channel's connection. */
export function connect(test: TestService, at: string, { provider }: ProviderRef, settings: object) {
  if (provider === undefined) return test.manage('PUT', at, { settings })
  return test.manage('POST', `${at}/providers`, { provider, settings })
}

/** Creates a workspace that is connected to a provider in the given scenario, and sends one message. */
export async function startDeliveryCase(
  test: TestService,
  fixture: ProviderFixture,
  scenario: Scenario,
): Promise<DeliveryCase> {
  const tenant = await test.tenant()
  const at = `/workspaces/${tenant.workspace}`
  const server = await fixture.start(scenario)
  const succeeded = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${fixtureName(fixture)}: ${JSON.stringify(body)}`)
    return body
  }
  await succeeded(connect(test, connectionPath(tenant, fixture), fixture, server.settings))
  const own = fixture.own ? { channels: { [fixture.channel]: fixture.own } } : {}
  const locales = { it: { subject: 'Ciao', body: 'Ciao {{1}}', ...own } }
  await succeeded(test.manage('POST', `${at}/templates`, { slug: 'words', name: 'Words', locales }))
  const recipient = { mode: 'live', name: 'Ada', ...fixture.recipient }
  const recipientId = (await succeeded(test.manage('POST', `${at}/recipients`, recipient))).id as number
  await fixture.prepare?.(test, tenant, recipientId)
  const { delivery_id: id } = await succeeded(test.send(tenant.liveKey, messageTo(fixture, recipientId)))
  const empty = { receivedAtFirst: 0, first: undefined, connection: undefined, last: undefined }
  return { name: fixtureName(fixture), scenario, fixture, server, tenant, id, recipientId, ...empty }
}

export async function readAfterFirstAttempt(test: TestService, each: DeliveryCase): Promise<void> {
  const { tenant, fixture, id } = each
  each.first = await test.until(async () => {
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    return body.attempts.length > 0 && body.status !== 'sending' && body
  })
  each.connection = (await test.manage('GET', connectionPath(tenant, fixture))).body
  each.receivedAtFirst = each.server.messagesReceived()
}

/**
 * Advances the clock in steps shorter than a lease. The clock does not advance during an attempt, because the lease of
 * the attempt would expire.
 */
export async function advanceTime(test: TestService, milliseconds: number): Promise<void> {
  const step = delivery.lease / 3
  for (let passed = 0; passed < milliseconds; passed += step) {
    await test.until(async () => {
      const { rows } = await test.service.db.query({ text: "select from deliveries where status = 'sending' limit 1" })
      return rows.length === 0
    })
    test.clock.advance(step)
  }
}

/** Saves the same settings again, which resumes a paused connection. */
export async function reconnect(test: TestService, { tenant, fixture, server }: DeliveryCase): Promise<void> {
  const { status } = await test.manage('PUT', connectionPath(tenant, fixture), { settings: server.settings })
  if (status !== 200) throw new Error(`${fixtureName(fixture)} was not connected again`)
}
