// The management API under /v1/manage: who may do it, the line it leaves, then one file per noun.
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { brand } from '../../brand.ts'
import { createNetworkLimits } from '../../members/network-limits.ts'
import type { HttpDeps } from '../deps.ts'
import { refuseUnkeepable } from '../json-body.ts'
import { checkAccess } from './access.ts'
import { accountRoutes } from './account.ts'
import { manageShapes } from './answers.ts'
import { approvedTemplateRoutes } from './approved-templates.ts'
import { auditChanges } from './audit.ts'
import { auditLogRoutes } from './audit-log.ts'
import { automationRoutes, automationShapes } from './automations.ts'
import { brandPreviewRoutes } from './brand-preview.ts'
import { callbackShapes } from './callback-answers.ts'
import { callbackRoutes } from './callbacks.ts'
import { connectionShapes } from './connection-answers.ts'
import { connectionRoutes } from './connections.ts'
import { conversationShapes } from './conversation-answers.ts'
import { conversationRoutes } from './conversations.ts'
import { deliveryRoutes } from './deliveries.ts'
import { deliveryChangeRoutes } from './delivery-changes.ts'
import { eventShapes } from './event-answers.ts'
import { importShapes } from './import-answers.ts'
import { importRoutes } from './imports.ts'
import { inboundRequestRoutes } from './inbound.ts'
import { installationRoutes, installationShapes } from './installation.ts'
import { invitationRoutes } from './invitations.ts'
import { keyRoutes } from './keys.ts'
import { listenerRoutes, listenerShapes } from './listeners.ts'
import { managementTokenRoutes } from './management-tokens.ts'
import { memberShapes } from './member-answers.ts'
import { memberRoutes } from './members.ts'
import { noticeRoutes } from './notices.ts'
import { optOutRoutes } from './opt-outs.ts'
import { overviewRoutes } from './overview.ts'
import { overviewShapes } from './overview-answers.ts'
import { recipientRoutes } from './recipients.ts'
import { sessionRoutes } from './session.ts'
import type { ManageDeps } from './session-body.ts'
import { sourceShapes } from './source-answers.ts'
import { sourceRoutes } from './sources.ts'
import { subscriptionEventRoutes } from './subscription-events.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { templateShapes } from './template-answers.ts'
import { templateVersionRoutes } from './template-versions.ts'
import { templateRoutes } from './templates.ts'
import { tokenShapes } from './token-answers.ts'
import { workspaceRoutes } from './workspaces.ts'

export async function manageRoutes(app: FastifyInstance, given: HttpDeps): Promise<void> {
  const deps: ManageDeps = { ...given, networkLimits: createNetworkLimits() }
  await app.register(cookie)
  checkAccess(app, deps)
  app.addHook('preValidation', async ({ body, query, params }) => {
    for (const part of [body, query, params]) refuseUnkeepable(part)
  })
  auditChanges(app, deps)
  for (const schema of [
    ...manageShapes,
    ...templateShapes,
    ...memberShapes,
    ...tokenShapes,
    ...overviewShapes,
    ...sourceShapes,
    ...connectionShapes,
    ...conversationShapes,
    ...eventShapes,
    ...listenerShapes,
    ...callbackShapes,
    ...importShapes,
    ...installationShapes,
    ...automationShapes,
  ])
    app.addSchema(schema)
  for (const routes of [
    sessionRoutes,
    accountRoutes,
    invitationRoutes,
    memberRoutes,
    managementTokenRoutes,
    auditLogRoutes,
    overviewRoutes,
    brandPreviewRoutes,
    workspaceRoutes,
    sourceRoutes,
    keyRoutes,
    connectionRoutes,
    approvedTemplateRoutes,
    templateRoutes,
    templateVersionRoutes,
    recipientRoutes,
    importRoutes,
    automationRoutes,
    conversationRoutes,
    inboundRequestRoutes,
    optOutRoutes,
    deliveryRoutes,
    deliveryChangeRoutes,
    subscriptionRoutes,
    subscriptionEventRoutes,
    listenerRoutes,
    noticeRoutes,
    callbackRoutes,
    installationRoutes,
  ]) {
    await app.register(async (scope) => routes(scope, deps), { prefix: `${brand.basePath}/manage` })
  }
}
