// What tests of callbacks begin with: a service, a receiver, and actions that are called back at a path of their own.
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Sent, sendButtons } from './buttons.ts'
import { type Provider, type Received, startProvider } from './provider.ts'
import { type Answer, type DatabaseKind, startTestService, type Tenant, type TestService } from './service.ts'

interface Action {
  slug: string
  callback_url: string
}

export interface Called {
  test: TestService
  receiver: Provider
  tenant: Tenant
  /** An action with an address of its own. */
  calling(more?: object): Action
  /** Sends a message with it, with the tenant's test key unless another is given. */
  buttons(action: object, more?: object, key?: string): Promise<Sent>
  /** What reached the action's address so far. */
  arrivedAt(action: Action): Received[]
  /** Waits for the `count`th request there. */
  arrived(action: Action, count?: number): Promise<Received>
  /** Paths of the management API, from /workspaces on. */
  sourceOf(of?: Tenant): string
  at(of?: Tenant): string
  keyMade(mode: string, of?: Tenant): Promise<{ id: number; key: string }>
  revoke(id: number, of?: Tenant): Promise<Answer>
  /** The message's newest callback, once it has this status. */
  callback(sent: Sent, status: string, of?: Tenant, mode?: string): Promise<Answer['body']>
}

/** To be called in a `describe`; what it answers is there once the first test begins. */
export function called(kind: DatabaseKind): Called {
  const stage = {
    calling: (more = {}) => ({ slug: 'ok', callback_url: `${stage.receiver.url}/${randomUUID()}?a=1`, ...more }),
    buttons: (action, more = {}, key = stage.tenant.testKey) => sendButtons(stage.test, key, [action], more),
    arrivedAt: ({ callback_url }) =>
      stage.receiver.received.filter(({ path }) => path === callback_url.slice(stage.receiver.url.length)),
    arrived: (action, count = 1) => stage.test.until(async () => stage.arrivedAt(action)[count - 1]),
    sourceOf: (of = stage.tenant) => `/workspaces/${of.workspace}/sources/${of.source}`,
    at: (of = stage.tenant) => `/workspaces/${of.workspace}/callbacks`,
    keyMade: async (mode, of) => (await stage.test.manage('POST', `${stage.sourceOf(of)}/api-keys`, { mode })).body,
    revoke: (id, of) => stage.test.manage('DELETE', `${stage.sourceOf(of)}/api-keys/${id}`),
    callback: ({ id }, status, of, mode = 'test') =>
      stage.test.until(async () => {
        const { data } = (await stage.test.manage('GET', `${stage.at(of)}?mode=${mode}&delivery=${id}`)).body
        return data[0]?.status === status && (await stage.test.manage('GET', `${stage.at(of)}/${data[0].id}`)).body
      }),
  } as Called
  beforeAll(async () => {
    ;[stage.test, stage.receiver] = await Promise.all([startTestService(kind), startProvider()])
    stage.tenant = await stage.test.tenant()
  })
  beforeEach(() => stage.receiver.reply(() => ({ body: {} })))
  afterAll(async () => {
    await stage.test.stop()
    await stage.receiver.stop()
  })
  return stage
}

/** By the specification's words. */
export function signedBy({ headers, text }: Received, key: string): boolean {
  return headers['x-service-signature'] === `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
}
