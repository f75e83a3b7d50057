// Reads the messages of steps that are about to start.
import type { Content } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import { asJson, type Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

/** A step with its message, and with the values of the first delivery that all steps share. */
export interface StartingStep {
  fallback_id: number
  position: number
  channel: ChannelName
  content: Content
  expires_at: Date | null
  workspace_id: number
  source_id: number
  key_id: number | null
  mode: 'live' | 'test'
  recipient_id: number
  template_slug: string
  priority: 0 | 1 | 2
}

export async function readStartingSteps(
  c: Connection,
  steps: { fallback_id: number; position: number }[],
): Promise<StartingStep[]> {
  return rowsOf<StartingStep>(c, {
    name: 'read-starting-steps',
    text: `select s.fallback_id, s.position, s.channel, coalesce(s.content, d.content) as content, f.expires_at,
             d.workspace_id, d.source_id, d.key_id, d.mode, d.recipient_id, d.template_slug, d.priority
           from json_to_recordset($1::json) as r(fallback_id bigint, position smallint)
             join fallback_steps s on s.fallback_id = r.fallback_id and s.position = r.position
             join fallbacks f on f.id = s.fallback_id
             join deliveries d on d.id = s.fallback_id
           where s.state = 'waiting' and f.ended_at is null`,
    values: [asJson(steps)],
  })
}

export interface StoredFile {
  fallback_id: number
  position: number
  bytes: Buffer
}

export async function readFallbackAttachments(c: Connection, fallbackIds: number[]): Promise<StoredFile[]> {
  return rowsOf<StoredFile>(c, {
    text: 'select fallback_id, position, bytes from fallback_attachments where fallback_id = any($1::bigint[])',
    values: [fallbackIds],
  })
}
