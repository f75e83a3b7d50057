// Conditions about templates that cannot be sent, because the provider refuses the approved template that they use.
import { providerOf } from '../channels/providers.ts'
import { byKey } from '../lib/by-key.ts'
import type { Connection } from '../store/database.ts'
import { listOwnContents, listRefusedApprovals, type RefusedApprovalRow } from '../store/workspaces/conditions.ts'
import { type Condition, condition } from './condition-shape.ts'

/**
 * Returns the conditions about refused approved templates. Each condition names one template, and one refused approved
 * template that this template uses.
 */
export async function refusedTemplates(c: Connection, workspaceId: number): Promise<Condition[]> {
  const refused = byKey(await listRefusedApprovals(c, workspaceId), ({ channel }) => channel)
  const found: Condition[] = []
  for (const [channel, rows] of refused) {
    const { approval } = providerOf(channel)
    const named = (await listOwnContents(c, workspaceId, channel)).map(({ slug, locale, own }) => ({
      slug,
      named: approval?.named(own, locale),
    }))
    for (const row of rows) {
      const users = named.filter(({ named: one }) => one?.name === row.name && one.language === row.language)
      for (const slug of new Set(users.map((user) => user.slug))) found.push(refusedTemplate(workspaceId, slug, row))
    }
  }
  return found
}

function refusedTemplate(workspaceId: number, slug: string, row: RefusedApprovalRow): Condition {
  const { name, language, refusal, source_id, channel } = row
  return condition({
    kind: 'template_refused',
    severity: 'error',
    message: `The template ${slug} uses the approved template ${name} (${language}), which ${refusal}.`,
    remedy: `Edit ${name} where it was approved, or select another approved template in ${slug}.`,
    link: `/w/${workspaceId}/templates/${slug}`,
    channel,
    source_id,
    subject: slug,
    reason: `${name} (${language}) ${refusal}`,
  })
}
