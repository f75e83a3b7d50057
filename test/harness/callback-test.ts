// Sets up callback tests: a service, a receiver, and actions whose callbacks go to separate paths.
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
  /** Creates an action with a unique callback URL. */
  createAction(more?: object): Action
  /** Sends a message with the action. The default key is the tenant's test key. */
  sendAction(action: object, more?: object, key?: string): Promise<SentButtons>
  /** Requests that the action's callback URL received so far. */
  requestsOf(action: Action): Received[]
  /** Waits for the `count`th request at the action's callback URL. */
  requestOf(action: Action, count?: number): Promise<Received>
  /** Paths of the management API, without its prefix. */
  sourcePath(of?: Tenant): string
  callbacksPath(of?: Tenant): string
  createKey(mode: string, of?: Tenant): Promise<{ id: number; key: string }>
  revokeKey(id: number, of?: Tenant): Promise<Answer>
  /** Waits until the newest callback of the message has this status, and returns it. */
  callbackWithStatus(sent: SentButtons, status: string, of?: Tenant, mode?: string): Promise<Answer['body']>
}

/** Call this function in a `describe`. The returned state is ready when the first test starts. */
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

/** Verifies the signature as the specification defines it, without the code of the service. */
export function signedBy({ headers, text }: Received, key: string): boolean {
  return headers['x-service-signature'] === `sha256=${createHmac('sha256', key).update(text).digest('hex')}`
}
