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
  createAction(more?: object): Action
  /** Sends a message with it, with the tenant's test key unless another is given. */
  sendAction(action: object, more?: object, key?: string): Promise<SentButtons>
  /** What reached the action's address so far. */
  requestsOf(action: Action): Received[]
  /** Waits for the `count`th request there. */
  requestOf(action: Action, count?: number): Promise<Received>
  /** Paths of the management API, from /workspaces on. */
  sourcePath(of?: Tenant): string
  callbacksPath(of?: Tenant): string
  createKey(mode: string, of?: Tenant): Promise<{ id: number; key: string }>
  revokeKey(id: number, of?: Tenant): Promise<Answer>
  /** The message's newest callback, once it has this status. */
  callbackWithStatus(sent: SentButtons, status: string, of?: Tenant, mode?: string): Promise<Answer['body']>
}

/** To be called in a `describe`; what it answers is there once the first test begins. */
export function setUpCallbackTest(kind: DatabaseKind): CallbackTest {
  const context = {
    createAction: (more = {}) => ({ slug: 'ok', callback_url: `${context.receiver.url}/${randomUUID()}?a=1`, ...more }),
    sendAction: (action, more = {}, key = context.tenant.testKey) => sendButtons(context.test, key, [action], more),
    requestsOf: ({ callback_url }) =>
      context.receiver.received.filter(({ path }) => path === callback_url.slice(context.receiver.url.length)),
    requestOf: (action, count = 1) => context.test.until(async () => context.requestsOf(action)[count - 1]),
    sourcePath: (of = context.tenant) => `/workspaces/${of.workspace}/sources/${of.source}`,
    callbacksPath: (of = context.tenant) => `/workspaces/${of.workspace}/callbacks`,
    createKey: async (mode, of) =>
      (await context.test.manage('POST', `${context.sourcePath(of)}/api-keys`, { mode })).body,
    revokeKey: (id, of) => context.test.manage('DELETE', `${context.sourcePath(of)}/api-keys/${id}`),
    callbackWithStatus: ({ id }, status, of, mode = 'test') =>
      context.test.until(async () => {
        const { data } = (await context.test.manage('GET', `${context.callbacksPath(of)}?mode=${mode}&delivery=${id}`))
          .body
        return (
          data[0]?.status === status &&
          (await context.test.manage('GET', `${context.callbacksPath(of)}/${data[0].id}`)).body
        )
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
