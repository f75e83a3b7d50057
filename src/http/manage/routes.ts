// Adds the management API under /v1/manage: first the access control and the audit log, then all routes.
import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { brand } from '../../brand.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { createNetworkLimits } from '../../members/network-limits.ts'
import { createOidcProvider } from '../../members/single-sign-on/provider.ts'
import { refuseUnstorable } from '../body/json-body.ts'
import { compressAnswers } from '../compress.ts'
import type { HttpDeps } from '../deps.ts'
import { checkAccess } from './access/access.ts'
import { auditChanges } from './access/audit.ts'
import { activityShapes } from './answers/activity.ts'
import { manageShapes } from './answers/answers.ts'
import { bulkShapes } from './answers/bulk-operations.ts'
import { callbackShapes } from './answers/callbacks.ts'
import { connectionShapes } from './answers/connections.ts'
import { conversationShapes } from './answers/conversations.ts'
import { eventShapes } from './answers/events.ts'
import { figureShapes } from './answers/figures.ts'
import { importShapes } from './answers/imports.ts'
import { memberShapes } from './answers/members.ts'
import { overviewShapes } from './answers/overview.ts'
import { preferenceShapes } from './answers/preferences.ts'
import { sourceShapes } from './answers/sources.ts'
import { suppressionShapes } from './answers/suppressions.ts'
import { templateShapes } from './answers/templates.ts'
import { testMessageShape } from './answers/test-inbox.ts'
import { tokenShapes } from './answers/tokens.ts'
import { smsUsageShape } from './answers/usage.ts'
import { automationRoutes, automationRunRoutes, automationShapes } from './automations.ts'
import { brandPreviewRoutes } from './brand-preview.ts'
import { callbackRoutes } from './callbacks.ts'
import { devListenerRoutes, devListenerShapes } from './dev-listeners.ts'
import { importRoutes } from './imports.ts'
import { installationRoutes, installationShapes } from './installation.ts'
import { accountRoutes } from './members/account.ts'
import { accountChangeRoutes, installationAccountRoutes } from './members/accounts.ts'
import { auditLogRoutes } from './members/audit-log.ts'
import { invitationLinkRoutes, invitationRoutes } from './members/invitations.ts'
import { managementTokenRoutes } from './members/management-tokens.ts'
import { memberRoutes } from './members/members.ts'
import { secondFactorRoutes } from './members/second-factor.ts'
import { passwordRoutes, sessionRoutes } from './members/session.ts'
import type { ManageDeps } from './members/session-body.ts'
import { identityRoutes, singleSignOnRoutes } from './members/single-sign-on.ts'
import { bulkOperationRoutes, bulkProgressRoutes } from './messages/bulk-operations.ts'
import { conversationRoutes } from './messages/conversations.ts'
import { deliveryControlRoutes, deliveryRoutes } from './messages/deliveries.ts'
import { deliveryChangeRoutes } from './messages/delivery-changes.ts'
import { deliveryExportRoutes } from './messages/delivery-export.ts'
import { deliveryPreviewRoutes } from './messages/delivery-preview.ts'
import { digestRoutes } from './messages/digests.ts'
import { dryRunRoutes } from './messages/dry-runs.ts'
import { fallbackControlRoutes, fallbackRoutes } from './messages/fallbacks.ts'
import { inboundRequestRoutes } from './messages/inbound.ts'
import { quietHoursRoutes } from './messages/quiet-hours.ts'
import { savedFilterRoutes, savedFilterShape } from './messages/saved-filters.ts'
import { testInboxRoutes } from './messages/test-inbox.ts'
import { noticeRoutes } from './notices.ts'
import { optOutRoutes } from './opt-outs.ts'
import { figureRoutes, overviewRoutes } from './overview.ts'
import { categoryRoutes } from './preferences/categories.ts'
import { preferenceRoutes } from './preferences/preferences.ts'
import { recipientLinkRoutes, recipientRoutes } from './recipients.ts'
import { recipientBulkRoutes } from './recipients-bulk.ts'
import { activityRoutes } from './sources/activity.ts'
import { approvedTemplateRoutes } from './sources/approved-templates.ts'
import { connectionTestRoutes, registrationRoutes } from './sources/connection-tests.ts'
import { channelRoutes, connectionCheckRoutes, connectionRoutes } from './sources/connections.ts'
import { keyRoutes } from './sources/keys.ts'
import { providerChangeRoutes, providerRoutes } from './sources/providers.ts'
import { sourceRoutes } from './sources/sources.ts'
import { endpointFigureRoutes, eventSendRoutes, subscriptionEventRoutes } from './subscription-events.ts'
import { subscriptionRoutes, subscriptionStateRoutes } from './subscriptions.ts'
import { suppressionRoutes } from './suppressions.ts'
import { templateDraftRoutes, templatePublishRoutes } from './templates/drafts.ts'
import { layoutRoutes } from './templates/layouts.ts'
import { templateListRoutes } from './templates/lists.ts'
import { templatePreviewRoutes } from './templates/previews.ts'
import { templateRoutes } from './templates/templates.ts'
import { templateVersionRoutes, testSendRoutes } from './templates/versions.ts'
import { usageRoutes } from './usage.ts'
import { creditRoutes, workspaceRoutes } from './workspaces.ts'

const ROUTES = [
  sessionRoutes,
  passwordRoutes,
  accountRoutes,
  secondFactorRoutes,
  singleSignOnRoutes,
  identityRoutes,
  invitationRoutes,
  invitationLinkRoutes,
  memberRoutes,
  installationAccountRoutes,
  accountChangeRoutes,
  managementTokenRoutes,
  auditLogRoutes,
  overviewRoutes,
  figureRoutes,
  brandPreviewRoutes,
  workspaceRoutes,
  creditRoutes,
  usageRoutes,
  sourceRoutes,
  keyRoutes,
  channelRoutes,
  connectionRoutes,
  connectionCheckRoutes,
  connectionTestRoutes,
  registrationRoutes,
  providerRoutes,
  providerChangeRoutes,
  activityRoutes,
  approvedTemplateRoutes,
  templateRoutes,
  templateListRoutes,
  templateDraftRoutes,
  templatePublishRoutes,
  templatePreviewRoutes,
  templateVersionRoutes,
  testSendRoutes,
  layoutRoutes,
  recipientRoutes,
  recipientLinkRoutes,
  recipientBulkRoutes,
  categoryRoutes,
  preferenceRoutes,
  automationRoutes,
  automationRunRoutes,
  conversationRoutes,
  inboundRequestRoutes,
  optOutRoutes,
  suppressionRoutes,
  deliveryRoutes,
  deliveryControlRoutes,
  fallbackRoutes,
  fallbackControlRoutes,
  testInboxRoutes,
  deliveryPreviewRoutes,
  dryRunRoutes,
  digestRoutes,
  quietHoursRoutes,
  deliveryChangeRoutes,
  deliveryExportRoutes,
  bulkOperationRoutes,
  bulkProgressRoutes,
  savedFilterRoutes,
  subscriptionRoutes,
  subscriptionStateRoutes,
  subscriptionEventRoutes,
  eventSendRoutes,
  endpointFigureRoutes,
  devListenerRoutes,
  noticeRoutes,
  callbackRoutes,
  installationRoutes,
]

export async function manageRoutes(app: FastifyInstance, httpDeps: HttpDeps): Promise<void> {
  const { config, clock } = httpDeps
  const oidc = config.oidc && createOidcProvider(config.oidc, clock)
  const deps: ManageDeps = { ...httpDeps, networkLimits: createNetworkLimits(), oidc }
  await app.register(cookie)
  checkAccess(app, deps)
  app.addHook('preValidation', async ({ body, query, params }) => {
    for (const part of [body, query, params]) refuseUnstorable(part)
  })
  auditChanges(app, deps)
  compressAnswers(app)
  // A route responds with the first status in its response schema, unless it sets another status. An error sets its
  // status itself.
  app.addHook('preHandler', async ({ routeOptions: { schema } }, reply) => {
    const [status = 200] = Object.keys(fieldsOf(schema?.response)).map(Number)
    reply.code(status)
  })
  for (const schema of [
    ...manageShapes,
    ...templateShapes,
    ...memberShapes,
    ...tokenShapes,
    ...preferenceShapes,
    ...overviewShapes,
    ...figureShapes,
    smsUsageShape,
    ...sourceShapes,
    ...connectionShapes,
    ...activityShapes,
    ...conversationShapes,
    ...bulkShapes,
    savedFilterShape,
    ...eventShapes,
    ...devListenerShapes,
    ...callbackShapes,
    ...importShapes,
    ...installationShapes,
    ...automationShapes,
    ...suppressionShapes,
    testMessageShape,
  ])
    app.addSchema(schema)
  const prefix = `${brand.basePath}/manage`
  const register = (routes: (typeof ROUTES)[number]) => async (scope: FastifyInstance) =>
    routes(scope.withTypeProvider<TypeBoxTypeProvider>(), deps)
  // Register all routes in one scope. Fastify copies the schemas into every scope, so a scope for each file of routes
  // made the start 10 ms slower.
  await app.register(
    async (scope) => {
      for (const routes of ROUTES) await register(routes)(scope)
    },
    { prefix },
  )
  // Register imports in a separate Fastify scope, because their parser leaves the body unread.
  await app.register(register(importRoutes), { prefix })
}
