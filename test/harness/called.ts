// What tests of callbacks begin with: a service, a receiver, and actions that are called back at a path of their own.
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SentButtons, sendButtons } from './buttons.ts'
import { type Provider, type Received, startProvider } from './provider.ts'
import { type Answer, type DatabaseKind, startTestService, type Tenant, type TestService } from './service.ts'

interface Action {
  slug: string
  callback_url: string
}

export interface CallbackTest {
  test: TestService
  receiver: Provider
  tenant: Tenant
  /** An action with an address of its own. */
  calling(more?: object): Action
  /** Sends a message with it, with the tenant's test key unless another is given. */
  buttons(action: object, more?: object, key?: string): Promise<SentButtons>
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
  callback(sent: SentButtons, status: string, of?: Tenant, mode?: string): Promise<Answer['body']>
}

/** To be called in a `describe`; what it answers is there once the first test begins. */
export function setUpCallbackTest(kind: DatabaseKind): CallbackTest {
  const context = {
    calling: (more = {}) => ({ slug: 'ok', callback_url: `${context.receiver.url}/${randomUUID()}?a=1`, ...more }),
    buttons: (action, more = {}, key = context.tenant.testKey) => sendButtons(context.test, key, [action], more),
    arrivedAt: ({ callback_url }) =>
      context.receiver.received.filter(({ path }) => path === callback_url.slice(context.receiver.url.length)),
    arrived: (action, count = 1) => context.test.until(async () => context.arrivedAt(action)[count - 1]),
    sourceOf: (of = context.tenant) => `/workspaces/${of.workspace}/sources/${of.source}`,
    at: (of = context.tenant) => `/workspaces/${of.workspace}/callbacks`,
    keyMade: async (mode, of) => (await context.test.manage('POST', `${context.sourceOf(of)}/api-keys`, { mode })).body,
    revoke: (id, of) => context.test.manage('DELETE', `${context.sourceOf(of)}/api-keys/${id}`),
    callback: ({ id }, status, of, mode = 'test') =>
      context.test.until(async () => {
        const { data } = (await context.test.manage('GET', `${context.at(of)}?mode=${mode}&delivery=${id}`)).body
        return data[0]?.status === status && (await context.test.manage('GET', `${context.at(of)}/${data[0].id}`)).body
      }),
  } as CallbackTest
  beforeAll(async () => {
    ;[context.test, context.receiver] = await Promise.all([startTestService(kind), startProvider()])
    context.tenant = await context.test.tenant()
  })
  beforeEach(() => context.receiver.reply(() => ({ body: {} })))
  afterAll(async () => {
    await context.test.stop()
    await context.receiver.stop()
  })
  return context
}

/** By the specification's words. */
export function signedBy({ headers, text }: Received, key: string): boolean {
  return headers['x-service-signature'] === `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
}
