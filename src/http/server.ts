// The HTTP server. It adds all routes, and its error responses have the format that the contract defines.
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
} from 'fastify'
import { brand } from '../brand.ts'
import { checkOf } from '../lib/json/schema-check.ts'
import { bodies, SECOND, sizes } from '../limits.ts'
import { meters } from '../meters.ts'
import { answerEarly } from './body/early-answer.ts'
import { readJsonBodies } from './body/json-body.ts'
import { createBodyReader } from './body/read-body.ts'
import type { HttpDeps, ServerDeps } from './deps.ts'
import { dryRunResponse } from './dry-run-answer.ts'
import { handleError } from './errors.ts'
import { healthShape, usageShape } from './figures.ts'
import { lingerOnClose } from './linger.ts'
import { manageRoutes } from './manage/routes.ts'
import { apiReference } from './pages/api-reference.ts'
import { portalPages } from './pages/portal.ts'
import { actionRoutes, shortActionRoutes } from './public/action.ts'
import { errorResponse, replayResponse, sendResponse, tooManyError, validationError } from './public/answers.ts'
import { inboundRoutes } from './public/inbound.ts'
import { metricsRoute } from './public/metrics.ts'
import { preferenceLinkRoutes, preferencePageRoutes } from './public/preferences.ts'
import { pushDeviceRoutes, pushTokenRoutes } from './public/push.ts'
import { healthRoutes, readRoutes } from './public/read.ts'
import { sendRoutes } from './public/send.ts'
import { unsubscribeRoutes } from './public/unsubscribe.ts'
import { limitSockets } from './socket-limits.ts'
import { refuseAddress, refuseConnection, refuseUnrouted } from './unrouted.ts'
import { createWrongCredentials } from './wrong-credentials.ts'

interface Building {
  /** Milliseconds for which the server still responds on open connections after it began to close. */
  linger?: number
  /** Whether other processes listen on the same port. */
  sharesPort?: boolean
  /** Returns whether another process replaces this process. Undefined if the process runs alone. */
  isReplaced?: (() => boolean) | undefined
  /** Called with the server before its first route is added. */
  beforeRoutes?: (app: FastifyInstance) => Promise<void>
}

/** The schemas to which several routes refer. */
const SHARED_SCHEMAS = [
  sendResponse,
  replayResponse,
  dryRunResponse,
  errorResponse,
  validationError,
  tooManyError,
  usageShape,
  healthShape,
]

/** Builds the server. The server does not listen yet. */
export async function buildServer(
  serverDeps: ServerDeps,
  logger: FastifyBaseLogger,
  { linger = 0, sharesPort = false, isReplaced = () => false, beforeRoutes }: Building = {},
): Promise<FastifyInstance> {
  const { config } = serverDeps
  const app = Fastify({
    loggerInstance: logger,
    // Do not create a logger for each request. The logger would only repeat the id that handleError already logs.
    childLoggerFactory: (parent) => parent,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    // The default size limit. A route with larger bodies declares its own limit.
    bodyLimit: bodies.small,
    routerOptions: { maxParamLength: sizes.pathPart },
    trustProxy: (_address, hop) => hop < config.trustProxy,
    schemaController: { compilersFactory },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    // Limits only the time in which the request must arrive, not the time of the response.
    requestTimeout: config.requestTimeout,
    connectionTimeout: config.stallTimeout,
    keepAliveTimeout: config.idleTimeout,
    http: {
      headersTimeout: config.headersTimeout,
      connectionsCheckingInterval: Math.min(5 * SECOND, config.headersTimeout / 2),
    },
  })
  limitSockets(app.server, { ...config, sharesPort }, logger)
  const isLeaving = lingerOnClose(app, linger)
  const readBody = createBodyReader(app, { grace: config.bodyTimeout, rate: config.bodyRate })
  const deps: HttpDeps = {
    ...serverDeps,
    readBody,
    allowPrivateNetwork: config.allowPrivateNetwork,
    wrongCredentials: createWrongCredentials(serverDeps.clock),
  }
  readJsonBodies(app, readBody, serverDeps.threads)
  app.setErrorHandler(handleError)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete) answerEarly(request, reply)
    // Close the connection after the response, because an open connection would delay the shutdown.
    if (isLeaving()) reply.header('connection', 'close')
    reply.header('x-content-type-options', 'nosniff')
    meters.answers.inc({ class: `${Math.floor(reply.statusCode / 100)}xx` })
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema)
  await beforeRoutes?.(app)
  const routes = collectRoutes(app)
  await app.register(async (scope) => sendRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => readRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => actionRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => shortActionRoutes(scope, deps))
  await app.register(async (scope) => pushTokenRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => pushDeviceRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => unsubscribeRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => preferencePageRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => preferenceLinkRoutes(scope, deps), { prefix: brand.basePath })
  await app.register(async (scope) => inboundRoutes(scope, deps), { prefix: brand.basePath })
  // A process that is replaced stays ready: its port is served by other processes.
  const isUnready = () => isLeaving() && !isReplaced()
  await app.register(async (scope) => healthRoutes(scope, deps, isUnready), { prefix: brand.basePath })
  await app.register(async (scope) => healthRoutes(scope, deps, isUnready))
  await app.register(async (scope) => manageRoutes(scope, deps))
  metricsRoute(app, deps)
  apiReference(app, deps)
  await portalPages(app)
  refuseUnrouted(app, routes)
  return app
}

/**
 * Compiles a schema when it is first used. Values in paths and queries are texts, so they are converted to the type in
 * the schema. Values in bodies are not converted.
 */
const compileAtFirstUse: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const check = checkOf(schema, httpPart === 'body' ? {} : { coerceTypes: true })
  const validate: ReturnType<FastifySchemaCompiler<object>> = (data: unknown) => {
    const valid = check()(data)
    // The cast is necessary, because Fastify declares the error type of an older version of ajv.
    validate.errors = check().errors as typeof validate.errors
    return valid
  }
  return validate
}

/**
 * The compilers of validators and serializers for all routes. Responses need no compiled serializers, because typed
 * code creates the responses.
 */
const compilersFactory = {
  buildValidator: () => compileAtFirstUse,
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
  // The cast is necessary, because Fastify exports no type for these two functions.
} as NonNullable<FastifyServerOptions['schemaController']>['compilersFactory'] & object

/** Returns a map from each URL to its methods. Routes that are added later are added to the map too. */
function collectRoutes(app: FastifyInstance): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = routes.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    routes.set(url, methods)
  })
  return routes
}
