// Push registration: a caller's server gets a token for one of its recipients, and that person's browser or app registers with it.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findOrCreateRecipient } from '../../admission/find-or-create-recipient.ts'
import { recipientSchema } from '../../admission/request.ts'
import { deviceSchema } from '../../channels/push/devices.ts'
import { Refused } from '../../errors.ts'
import { bodies, sizes } from '../../limits.ts'
import {
  issueRegistration,
  pushKeyOf,
  type Registration,
  readRegistration,
  registerDevice,
  unregisterDevice,
} from '../../recipients/push-registrations.ts'
import { bearerOf } from '../bearer.ts'
import { refuseUnstorable } from '../body/json-body.ts'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from '../errors.ts'
import { requestValue } from '../request-value.ts'
import { refuseAfterGate, requireApiKey, requireSender } from './keyed-route.ts'

const errors = {
  400: Type.Ref('Error'),
  401: Type.Ref('Error'),
  404: Type.Ref('Error'),
  408: Type.Ref('Error'),
  413: Type.Ref('Error'),
  415: Type.Ref('Error'),
  422: Type.Ref('ValidationError'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}

const tokenRequest = Type.Object(
  { recipient: recipientSchema },
  { additionalProperties: false, examples: [{ recipient: { name: 'Mario Rossi', email: 'mario@example.com' } }] },
)

const tokenResponse = Type.Object(
  {
    token: Type.String({ description: 'Give it to the page or app of this recipient, and to nobody else.' }),
    expires_at: Type.String({ format: 'date-time', description: 'An hour from now.' }),
    vapid_public_key: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: "applicationServerKey of the browser's subscription; null without Web Push.",
    }),
    recipient: Type.Object({ id: Type.Integer(), name: Type.String() }),
  },
  {
    examples: [
      {
        token: 'AcqvBkF2…',
        expires_at: '2030-01-31T10:00:00.000Z',
        vapid_public_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
        recipient: { id: 7, name: 'Mario Rossi' },
      },
    ],
  },
)

const registered = Type.Object(
  {
    kind: Type.Enum(['web', 'fcm'], { type: 'string' }),
    registered_at: Type.String({ format: 'date-time' }),
    devices: Type.Integer({ description: 'How many the recipient has now; 20 at most, the oldest make room.' }),
  },
  { examples: [{ kind: 'web', registered_at: '2030-01-31T09:00:00.000Z', devices: 1 }] },
)

const whichDevice = Type.Object(
  {
    endpoint: Type.Optional(Type.String({ minLength: 1, maxLength: sizes.url, description: "A browser's." })),
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 4096, description: "An app's." })),
  },
  {
    additionalProperties: false,
    description: 'One of the two.',
    examples: [{ endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA' }],
  },
)

export function pushTokenRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.post('/push/tokens', {
    // Read after the key, by the rules of a send.
    validatorCompiler: () => () => true,
    schema: {
      operationId: 'createPushToken',
      summary: 'A token with which one recipient registers devices; the recipient is created if unknown',
      tags: ['Recipients'],
      security: [{ apiKey: [] }],
      body: tokenRequest,
      response: { 201: tokenResponse, 403: Type.Ref('Error'), ...errors },
    },
    bodyLimit: bodies.small,
    onRequest: requireApiKey(deps, 'send'),
    errorHandler: (error, request, reply) =>
      // Refused by the handler: the key was let in, and counted, before.
      error instanceof Refused ? sendRefusal(reply, error.refusal) : refuseAfterGate(deps, error, request, reply),
    handler: (request, reply) => createToken(deps, request, reply),
  })
}

async function createToken(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply) {
  const { db, seal, config, clock } = deps
  const sender = await requireSender(deps, request, reply)
  if (!sender) return reply
  const now = clock.now()
  const vapidKey = await pushKeyOf(db, sender)
  const { allowPrivateNetwork } = config
  const introduced = await findOrCreateRecipient(db, sender, request.body, { now, allowPrivateNetwork })
  if ('refusal' in introduced) return sendRefusal(reply, introduced.refusal)
  const { id, name } = introduced.recipient
  const { workspaceId, mode } = sender
  const { token, expiresAt } = issueRegistration(seal, now, { workspaceId, mode, recipientId: id, vapidKey })
  return reply.code(201).send({
    token,
    expires_at: expiresAt.toISOString(),
    vapid_public_key: vapidKey,
    recipient: { id, name },
  })
}

const EXPOSED = 'retry-after, x-ratelimit-limit, x-ratelimit-remaining'

export function pushDeviceRoutes(instance: FastifyInstance, deps: HttpDeps): void {
  const { db, seal, clock, config, wrongCredentials } = deps
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()
  const registrations = new WeakMap<FastifyRequest, Registration>()

  // Pages of any origin may ask: the token says who they are, and no cookie ever does.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') return
    const token = bearerOf(request.headers)
    if (token === undefined)
      return sendRefusal(reply, {
        code: 'missing_token',
        message: 'Send the registration token as "Authorization: Bearer <token>"; your own server gets one.',
      })
    try {
      registrations.set(request, readRegistration(seal, clock.now(), token))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      reply.header('access-control-expose-headers', EXPOSED)
      return sendRefusal(reply, wrongCredentials.refusalOf(request.ip, error.refusal))
    }
  })
  app.addHook('preValidation', async ({ body }) => refuseUnstorable(body))
  const common = { tags: ['Recipients'], security: [{ registrationToken: [] }] }

  app.options('/push/devices', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'POST, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '86400')
      .send(),
  )

  app.post(
    '/push/devices',
    {
      bodyLimit: bodies.device,
      schema: {
        operationId: 'registerPushDevice',
        summary: 'Register the browser or app that asks, or refresh it; open to pages of any origin',
        ...common,
        body: deviceSchema,
        response: { 201: registered, ...errors },
      },
    },
    async (request, reply) => {
      const registration = requestValue(registrations, request)
      const now = clock.now()
      return reply.code(201).send(await registerDevice(db, now, registration, request.body, config.allowPrivateNetwork))
    },
  )

  app.delete(
    '/push/devices',
    {
      bodyLimit: bodies.device,
      schema: {
        operationId: 'unregisterPushDevice',
        summary: "Remove a device of the token's recipient; one that is not there is no error",
        ...common,
        body: whichDevice,
        response: { 204: Type.Null({ description: 'Done.' }), ...errors },
      },
    },
    async (request, reply) => {
      await unregisterDevice(db, clock.now(), requestValue(registrations, request), request.body)
      return reply.code(204).send(null)
    },
  )
}
