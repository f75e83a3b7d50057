// Management routes that send a test message through a connection, and that register the webhook at the provider.
import { Type } from 'typebox'
import { registerAtProvider } from '../../../connections/registration.ts'
import { testConnection } from '../../../connections/testing.ts'
import { refuseTooMany } from '../../../errors.ts'
import { testReceipt } from '../../../inbound/test-receipts.ts'
import { createAddressLimit } from '../../../lib/address-limit.ts'
import { counted } from '../../../lib/text/plural.ts'
import { connectionTests, HOUR, sizes } from '../../../limits.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { body, dateOf, dateTime, id } from '../shapes.ts'
import { atChannel, changes, path, placeOf } from './connections.ts'

const connection = Type.Optional(
  Type.Integer({ ...id, description: 'The id of the provider connection. Default: the first one.' }),
)

export function connectionTestRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock } = deps
  const tests = createAddressLimit(connectionTests.most, connectionTests.window)

  app.post(
    `${path}/:channel/test`,
    route(change('admin', 'connection_test', 'source', 'channel'), 'testConnection', 'Send a test message', {
      description:
        'Sends one real message through a connection, and reports each step. The message is not charged, and it is not a delivery: it has no events and no retries. An address that opted out is refused.',
      params: atChannel,
      body: body({
        to: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: sizes.url * 2,
            description:
              'The address, for example an email address. For push, the token of a device or the JSON of a push subscription. Omit it if the connection writes to one place only.',
          }),
        ),
        connection,
        content: Type.Optional(
          Type.Unsafe<Record<string, unknown>>(
            Type.Object(
              {},
              {
                additionalProperties: true,
                maxProperties: connectionTests.contentFields,
                description:
                  'The channel-specific content, as in a template. WhatsApp requires an approved template; the default is hello_world in en_US.',
              },
            ),
          ),
        ),
      }),
      response: { 200: 'ConnectionTest' },
    }),
    async ({ params, body: input, ip }) => {
      const now = clock.now()
      const about = String(params.ws)
      const retryAfter = tests.refusal(ip, now, '', about)?.retryAfter
      if (retryAfter !== undefined) refuseTooMany('Too many test messages', { retryAfter, limit: connectionTests.most })
      tests.count(ip, now, about)
      return testConnection(deps, now, placeOf(params), params.channel, input)
    },
  )

  app.get(
    `${path}/:channel/test`,
    route(read('admin'), 'readTestReceipt', 'Read the receipt of a test message', {
      description: `The receipt is null until it arrives. It can be read for ${counted(connectionTests.receiptFor / HOUR, 'hour')} after the test.`,
      params: atChannel,
      querystring: Type.Object({
        connection: id,
        external_id: Type.String({ minLength: 1, maxLength: sizes.externalId }),
        sent_at: dateTime('The field sent_at of the test.'),
      }),
      response: { 200: 'ConnectionTestReceipt' },
    }),
    async ({ params, query }) => {
      const { connection: sender, external_id: externalId, sent_at } = query
      const message = { connection: sender, externalId, sentAt: dateOf('sent_at', sent_at) }
      return { receipt: await testReceipt(deps, clock.now(), placeOf(params), params.channel, message) }
    },
  )
}

export function registrationRoutes(app: ManageApp, deps: HttpDeps): void {
  const { clock, wakeWorkers } = deps

  app.post(
    `${path}/:channel/register`,
    route(changes, 'registerWebhook', 'Register the webhook of a connection at its provider', {
      description:
        'Creates or updates the webhook through the API of the provider, and stores the key with which the provider signs its reports. If the settings change, a pause of the channel ends.',
      params: atChannel,
      body: body({ connection }),
      response: { 200: 'WebhookRegistration' },
    }),
    async ({ params, body: input }) => {
      const registered = await registerAtProvider(deps, clock.now(), placeOf(params), params.channel, input.connection)
      wakeWorkers()
      return registered
    },
  )
}
