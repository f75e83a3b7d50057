// The first five minutes: what to do next, each step checked off by what really happened.
import { placeholdersIn } from '../lib/placeholders.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { findTestKey, readFirstSteps } from '../store/getting-started.ts'
import { listSources } from '../store/sources.ts'
import { listTemplates } from '../store/templates.ts'
import { requireWorkspace } from './workspaces.ts'

/**
 * The steps, and what snippets need: a source, a template with its variables and, for those who may change things, a test
 * key. It reaches the sandbox alone, which is why it may be shown again; live keys never are.
 */
export async function gettingStarted(c: Connection, seal: Seal, workspaceId: number, mayChange: boolean) {
  await requireWorkspace(c, workspaceId)
  const steps = await readFirstSteps(c, workspaceId)
  const key = await findTestKey(c, workspaceId)
  const [source] = await listSources(c, workspaceId, 0, 1)
  const [template] = await listTemplates(c, workspaceId, 0, 1)
  return {
    steps: [
      stepOf('send_test_message', steps.tested_at, steps.tested_id),
      stepOf('connect_channel', steps.connected_at),
      stepOf('send_live_message', steps.live_at, steps.live_id),
      stepOf('receive_events', steps.received_at),
    ],
    source_id: key?.source_id ?? source?.id ?? null,
    test_key: key && mayChange ? seal.open(key.sealed, 'key') : null,
    template: template ? { slug: template.slug, variables: placeholdersIn(template.locales) } : null,
  }
}

function stepOf(id: string, at: Date | null, deliveryId: number | null = null) {
  return { id, done: at !== null, at: at?.toISOString() ?? null, delivery_id: deliveryId }
}
