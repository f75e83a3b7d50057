// Creates the demo workspace at the first start, with a source, a test key and a template, so that a first send needs no preparation.
import type { Config } from '../config.ts'
import type { Seal } from '../lib/seal.ts'
import { seededRateLimit } from '../limits.ts'
import { issueManagementToken } from '../members/management-tokens.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { claimSeeding } from '../store/installation/installation.ts'
import { findDemoKey } from '../store/workspaces/keys.ts'
import { unchecked } from '../templates/checked.ts'
import { contentOf } from '../templates/input.ts'
import { createTemplate } from '../templates/templates.ts'
import { createKeyIn, openKey } from '../workspaces/keys.ts'
import { createSource } from '../workspaces/sources.ts'
import { createWorkspace } from '../workspaces/workspaces.ts'

const DEMO = 'Demo'

/** Creates the demo and the first management token, once per installation. Returns whether this call created them. */
export async function seedDemo(db: Database, now: Date, seal: Seal, config: Config): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await claimSeeding(tx, now))) return false
    const workspace = await createWorkspace(tx, now, { name: DEMO, plan: config.defaultPlan })
    const source = await createSource(tx, now, workspace.id, { name: DEMO, rate_limit: seededRateLimit })
    await createKeyIn(tx, now, seal, { workspaceId: workspace.id, sourceId: source.id }, { kind: 'api', mode: 'test' })
    await createTemplate(tx, now, workspace.id, { slug: 'welcome' }, unchecked(contentOf(WELCOME)), null)
    await issueManagementToken(tx, now, config.dataDir)
    return true
  })
}

/** Returns the demo's test key while it exists, so that later starts print it too. */
export async function demoKey(c: Connection, now: Date, seal: Seal): Promise<string | undefined> {
  const row = await findDemoKey(c, now, DEMO)
  return row && openKey(seal, row)
}

const WELCOME = {
  name: 'Welcome',
  locales: {
    it: {
      subject: 'Benvenuto, {{name}}',
      body: 'Ciao {{name}}, questo è il tuo primo messaggio.',
      channels: {
        whatsapp: { template: 'welcome', language: 'it', body: 'Ciao {{1}}, questo è il tuo primo messaggio.' },
      },
    },
    en: {
      subject: 'Welcome, {{name}}',
      body: 'Hello {{name}}, this is your first message.',
      channels: { whatsapp: { template: 'welcome', language: 'en', body: 'Hello {{1}}, this is your first message.' } },
    },
  },
}
