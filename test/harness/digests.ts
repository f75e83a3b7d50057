// Sets up tests of digests: a service with a workspace that can send live emails.
import { type DatabaseKind, startTestService } from './service.ts'

/** Starts the service. `at` is the path of the workspace in the management API. */
export async function startDigestTest(kind: DatabaseKind) {
  const test = await startTestService(kind)
  const tenant = await test.tenant({ quota: 1000 })
  const at = `/workspaces/${tenant.workspace}`
  const settings = { url: 'smtp://127.0.0.1:1', from: 'a@shop.example' }
  await test.manage('PUT', `${at}/sources/${tenant.source}/connections/email`, { settings })
  return { test, tenant, at }
}
