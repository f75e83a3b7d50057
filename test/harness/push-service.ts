// A push service for browsers on loopback: accepts subscriptions,
// checks VAPID signatures, decrypts and records messages.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'

const require = createRequire(import.meta.url)

interface Model {
  notifyUrl: string
  subscribe(options: {
    userVisibleOnly: string
    applicationServerKey: string
  }): Promise<Subscription & { clientHash: string }>
  getNotifications(which: { clientHash: string }): { messages: string[] }
  expireSubscription(clientHash: string): void
}
const { PushApiModel } = require('web-push-testing/src/PushApiModel.js') as { PushApiModel: new () => Model }
const TestingServer = require('web-push-testing/src/server.js') as new (
  model: Model,
  port: number,
) => { _app: RequestListener; setRequestHandlers(): void }

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface PushService {
  /** Subscribes with the connection's public key, as a browser does. */
  subscribe(vapidKey: string): Promise<Subscription>
  /** Returns the decrypted and parsed notifications of this browser. */
  notifications(subscription: Subscription): Record<string, unknown>[]
  /** Removes the subscription. Its URL returns 410 from now on. */
  expire(subscription: Subscription): void
  /** Headers of every message, in order. */
  headers: IncomingHttpHeaders[]
  stop(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const model = new PushApiModel()
  const testing = new TestingServer(model, 0)
  testing.setRequestHandlers()
  const headers: IncomingHttpHeaders[] = []
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    headers.push({ ...request.headers })
    testing._app(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  model.notifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify/`
  const hashOf = ({ endpoint }: Subscription) => endpoint.slice(model.notifyUrl.length)
  return {
    async subscribe(vapidKey) {
      const { endpoint, keys } = await model.subscribe({ userVisibleOnly: 'true', applicationServerKey: vapidKey })
      return { endpoint, keys }
    },
    notifications: (subscription) =>
      model
        .getNotifications({ clientHash: hashOf(subscription) })
        .messages.map((text) => JSON.parse(text) as Record<string, unknown>),
    expire: (subscription) => model.expireSubscription(hashOf(subscription)),
    headers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
