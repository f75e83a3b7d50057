// Notices as people read them.
import type { Connection } from '../store/database.ts'
import { listNotices } from '../store/notices.ts'
import { requireWorkspace } from './workspaces.ts'

export async function noticesOf(c: Connection, workspaceId: number, before: number, limit: number) {
  await requireWorkspace(c, workspaceId)
  return (await listNotices(c, workspaceId, before, limit)).map((row) => ({ ...row, at: row.at.toISOString() }))
}
