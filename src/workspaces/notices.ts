// Lists the notices to the owners of a workspace.
import type { Connection } from '../store/database.ts'
import { listNotices, type NoticePage, type NoticeRow } from '../store/workspaces/notices.ts'
import { requireWorkspace } from './workspaces.ts'

export async function noticesOf(c: Connection, workspaceId: number, page: NoticePage) {
  await requireWorkspace(c, workspaceId)
  return (await listNotices(c, workspaceId, page)).map(noticeBody)
}

const SHOWN = 20

/** Returns the latest notices that were not mailed. The test inbox shows these notices. */
export async function storedNotices(c: Connection, workspaceId: number) {
  const filter = { before: Number.MAX_SAFE_INTEGER, limit: SHOWN, mail: 'kept' as const }
  return (await listNotices(c, workspaceId, filter)).map(noticeBody)
}

function noticeBody({ at, ...row }: NoticeRow) {
  return { ...row, at: at.toISOString() }
}
