// The management API under /v1/manage: who may do it, the line it leaves, then one file per noun.
import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { brand } from '../../brand.ts'
import { createNetworkLimits } from '../../members/network-limits.ts'
import { refuseUnkeepable } from '../body/json-body.ts'
import type { HttpDeps } from '../deps.ts'
import { checkAccess } from './access/access.ts'
import { auditChanges } from './access/audit.ts'
import { manageShapes } from './answers/answers.ts'
import { callbackShapes } from './answers/callbacks.ts'
import { connectionShapes } from './answers/connections.ts'
import { conversationShapes } from './answers/conversations.ts'
import { eventShapes } from './answers/events.ts'
import { importShapes } from './answers/imports.ts'
import { memberShapes } from './answers/members.ts'
import { overviewShapes } from './answers/overview.ts'
import { sourceShapes } from './answers/sources.ts'
import { templateShapes } from './answers/templates.ts'
import { tokenShapes } from './answers/tokens.ts'
import { automationRoutes, automationShapes } from './automations.ts'
import { brandPreviewRoutes } from './brand-preview.ts'
import { callbackRoutes } from './callbacks.ts'
import { importRoutes } from './imports.ts'
import { installationRoutes, installationShapes } from './installation.ts'
import { listenerRoutes, listenerShapes } from './listeners.ts'
import { accountRoutes } from './members/account.ts'
import { auditLogRoutes } from './members/audit-log.ts'
import { invitationRoutes } from './members/invitations.ts'
import { managementTokenRoutes } from './members/management-tokens.ts'
import { memberRoutes } from './members/members.ts'
import { sessionRoutes } from './members/session.ts'
import type { ManageDeps } from './members/session-body.ts'
import { conversationRoutes } from './messages/conversations.ts'
import { deliveryRoutes } from './messages/deliveries.ts'
import { deliveryChangeRoutes } from './messages/delivery-changes.ts'
import { inboundRequestRoutes } from './messages/inbound.ts'
import { noticeRoutes } from './notices.ts'
import { optOutRoutes } from './opt-outs.ts'
import { overviewRoutes } from './overview.ts'
import { recipientRoutes } from './recipients.ts'
import { approvedTemplateRoutes } from './sources/approved-templates.ts'
import { connectionRoutes } from './sources/connections.ts'
import { keyRoutes } from './sources/keys.ts'
import { sourceRoutes } from './sources/sources.ts'
import { subscriptionEventRoutes } from './subscription-events.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { templateVersionRoutes } from './template-versions.ts'
import { templateRoutes } from './templates.ts'
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
    await app.register(async (scope) => routes(scope.withTypeProvider<TypeBoxTypeProvider>(), deps), {
      prefix: `${brand.basePath}/manage`,
    })
  }
}
