// The management API under /v1/manage: a bearer token, then one file per noun.
import type { FastifyInstance } from 'fastify'
import { brand } from '../../brand.ts'
import { refuseInvalid } from '../../errors.ts'
import { jsonProblems } from '../../lib/json-text.ts'
import { sizes } from '../../limits.ts'
import { isManagementToken } from '../../workspace/management-tokens.ts'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from '../errors.ts'
import { manageShapes } from './answers.ts'
import { approvedTemplateRoutes } from './approved-templates.ts'
import { callbackShapes } from './callback-answers.ts'
import { callbackRoutes } from './callbacks.ts'
import { connectionShapes } from './connection-answers.ts'
import { connectionRoutes } from './connections.ts'
import { conversationShapes } from './conversation-answers.ts'
import { conversationRoutes } from './conversations.ts'
import { deliveryRoutes } from './deliveries.ts'
import { eventShapes } from './event-answers.ts'
import { listenerRoutes, listenerShapes } from './listeners.ts'
import { noticeRoutes } from './notices.ts'
import { optOutRoutes } from './opt-outs.ts'
import { recipientRoutes } from './recipients.ts'
import { sourceShapes } from './source-answers.ts'
import { sourceRoutes } from './sources.ts'
import { subscriptionEventRoutes } from './subscription-events.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { templateRoutes } from './templates.ts'
import { workspaceRoutes } from './workspaces.ts'

export async function manageRoutes(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) {
      return sendRefusal(reply, {
        code: 'missing_token',
        message:
          'Send a management token as "Authorization: Bearer <token>"; the first one is in DATA_DIR/admin-token.',
      })
    }
    if (!(await isManagementToken(deps.db, token)))
      return sendRefusal(reply, { code: 'invalid_token', message: 'This management token is not known here.' })
  })
  app.addHook('preValidation', async ({ body, query, params }) => {
    for (const part of [body, query, params]) {
      const problems = jsonProblems(part ?? {}, sizes.nesting)
      if (problems.length > 0)
        refuseInvalid(Object.fromEntries(problems.map(({ path, message }) => [path || 'body', [message]])))
    }
  })
  for (const schema of [
    ...manageShapes,
    ...sourceShapes,
    ...connectionShapes,
    ...conversationShapes,
    ...eventShapes,
    ...listenerShapes,
    ...callbackShapes,
  ])
    app.addSchema(schema)
  for (const routes of [
    workspaceRoutes,
    sourceRoutes,
    connectionRoutes,
    approvedTemplateRoutes,
    templateRoutes,
    recipientRoutes,
    conversationRoutes,
    optOutRoutes,
    deliveryRoutes,
    subscriptionRoutes,
    subscriptionEventRoutes,
    listenerRoutes,
    noticeRoutes,
    callbackRoutes,
  ]) {
    await app.register(async (scope) => routes(scope, deps), { prefix: `${brand.basePath}/manage` })
  }
}
