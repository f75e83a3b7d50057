// Routes for push registration. The server of the caller creates a token for a recipient. The recipient's browser or
// app uses this token to register.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { findOrCreateRecipient } from '../../admission/find-or-create-recipient.ts'
import { recipientSchema } from '../../admission/request.ts'
import { deviceKinds, deviceSchema } from '../../channels/push/devices.ts'
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
    token: Type.String({ description: 'The registration token. Pass it only to the page or app of this recipient.' }),
    expires_at: Type.String({ format: 'date-time', description: 'The token expires one hour after its creation.' }),
    vapid_public_key: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        "The applicationServerKey for the browser's subscription. null if the source has no Web Push connection.",
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
    kind: Type.Enum(deviceKinds, { type: 'string' }),
    registered_at: Type.String({ format: 'date-time' }),
    devices: Type.Integer({
      description:
        'The number of devices of the recipient. The maximum is 20. An additional device replaces the oldest device.',
    }),
  },
  { examples: [{ kind: 'web', registered_at: '2030-01-31T09:00:00.000Z', devices: 1 }] },
)

const whichDevice = Type.Object(
  {
    endpoint: Type.Optional(
      Type.String({ minLength: 1, maxLength: sizes.url, description: 'The endpoint of a browser subscription.' }),
    ),
    token: Type.Optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'The registration token of an app.' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'The device to remove. Send either the endpoint or the token.',
    examples: [{ endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA' }],
  },
)

export function pushTokenRoutes(app: FastifyInstance, deps: HttpDeps): void {
  app.post('/push/tokens', {
    // Skip the schema validation here. After the check of the key, the handler validates the recipient with the rules
    // of a send request.
    validatorCompiler: () => () => true,
    schema: {
      operationId: 'createPushToken',
      summary: 'Create a token with which a recipient registers devices',
      description: 'If the recipient does not exist, the request creates the recipient.',
      tags: ['Recipients'],
      security: [{ apiKey: [] }],
      body: tokenRequest,
      response: { 201: tokenResponse, 403: Type.Ref('Error'), ...errors },
    },
    bodyLimit: bodies.small,
    onRequest: requireApiKey(deps, 'send'),
    errorHandler: (error, request, reply) =>
      // Do not count a Refused error: only the handler throws it, after the handler has authenticated and counted the
      // request.
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

  // Permit requests from pages of any origin, because only the token authenticates them. Cookies are never used.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') return
    const token = bearerOf(request.headers)
    if (token === undefined)
      return sendRefusal(reply, {
        code: 'missing_token',
        message:
          'Send the registration token as "Authorization: Bearer <token>". Your server creates it with POST /v1/push/tokens.',
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
        summary: 'Register or refresh a browser or app',
        description: 'Pages of any origin may send this request.',
        ...common,
        body: deviceSchema,
        response: { 201: registered, 409: Type.Ref('Error'), ...errors },
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
        summary: 'Remove a device of the recipient',
        description: 'If the device does not exist, the request has no effect and returns no error.',
        ...common,
        body: whichDevice,
        response: { 204: Type.Null({ description: 'The device is no longer registered.' }), ...errors },
      },
    },
    async (request, reply) => {
      await unregisterDevice(db, clock.now(), requestValue(registrations, request), request.body)
      return reply.code(204).send(null)
    },
  )
}
