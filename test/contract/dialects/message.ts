// One message by each dialect, through the whole service: how it begins, and how time passes for it.
import { delivery } from '../../../src/limits.ts'
import type { Answer, Tenant, TestService } from '../../harness/service.ts'
import { type Dialect, named, type ProviderRef, type Saying, type Stage } from './dialect.ts'

/** One message whose provider says one thing, looked at after its first try and at its end. */
export interface Case {
  name: string
  saying: Saying
  dialect: Dialect
  stage: Stage
  tenant: Tenant
  id: number
  recipientId: number
  takenAtFirst: number
  first: Answer['body']
  connection: Answer['body']
  last: Answer['body']
}

export const messageTo = ({ channel }: Dialect, recipientId: number) => ({
  recipient: { id: recipientId },
  channel,
  template: 'words',
  vars: { 1: 'Ada' },
})

const placeOf = ({ workspace, source }: Tenant, { channel }: Dialect) =>
  `/workspaces/${workspace}/sources/${source}/connections/${channel}`

/** Connects a channel that is not connected yet, by the provider of the dialect. `at`: the path of the channel's connection. */
export function connect(test: TestService, at: string, { provider }: ProviderRef, settings: object) {
  if (provider === undefined) return test.manage('PUT', at, { settings })
  return test.manage('POST', `${at}/providers`, { provider, settings })
}

/** A workspace of its own, connected to a provider that says one thing, and one message on its way. */
export async function begin(test: TestService, dialect: Dialect, saying: Saying): Promise<Case> {
  const tenant = await test.tenant()
  const at = `/workspaces/${tenant.workspace}`
  const stage = await dialect.open(saying)
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${named(dialect)}: ${JSON.stringify(body)}`)
    return body
  }
  await done(connect(test, placeOf(tenant, dialect), dialect, stage.settings))
  const own = dialect.own ? { channels: { [dialect.channel]: dialect.own } } : {}
  const locales = { it: { subject: 'Ciao', body: 'Ciao {{1}}', ...own } }
  await done(test.manage('POST', `${at}/templates`, { slug: 'words', name: 'Words', locales }))
  const recipient = { mode: 'live', name: 'Ada', ...dialect.recipient }
  const recipientId = (await done(test.manage('POST', `${at}/recipients`, recipient))).id as number
  await dialect.prepare?.(test, tenant, recipientId)
  const { delivery_id: id } = await done(test.send(tenant.liveKey, messageTo(dialect, recipientId)))
  const empty = { takenAtFirst: 0, first: undefined, connection: undefined, last: undefined }
  return { name: named(dialect), saying, dialect, stage, tenant, id, recipientId, ...empty }
}

export async function lookAfterFirstTry(test: TestService, each: Case): Promise<void> {
  const { tenant, dialect, id } = each
  each.first = await test.until(async () => {
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    return body.attempts.length > 0 && body.status !== 'sending' && body
  })
  each.connection = (await test.manage('GET', placeOf(tenant, dialect))).body
  each.takenAtFirst = each.stage.taken()
}

/** In steps shorter than a lease, none while a message is being sent: its lease would seem lost. */
export async function letTimePass(test: TestService, milliseconds: number): Promise<void> {
  const step = delivery.lease / 3
  for (let passed = 0; passed < milliseconds; passed += step) {
    await test.until(async () => {
      const { rows } = await test.service.db.query({ text: "select from deliveries where status = 'sending' limit 1" })
      return rows.length === 0
    })
    test.clock.advance(step)
  }
}

/** The same settings once more: a person's word that they are right now. */
export async function reconnect(test: TestService, { tenant, dialect, stage }: Case): Promise<void> {
  const { status } = await test.manage('PUT', placeOf(tenant, dialect), { settings: stage.settings })
  if (status !== 200) throw new Error(`${named(dialect)} was not connected again`)
}
