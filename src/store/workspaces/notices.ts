// Stores notices to the owners of a workspace: their texts, their recipients, and whether they were sent by email.
import { ATTEMPTS_MADE } from '../column-names.ts'
import type { Connection, Transaction } from '../database.ts'
import { emailKeyOf } from '../email-key.ts'
import { onlyRowOf, rowsOf } from '../rows.ts'

export interface NewNotice {
  workspaceId: number
  kind: 'subscription_disabled'
  recipients: string[]
  subject: string
  body: string
  mail: 'waiting' | 'kept'
}

export function insertNotice(tx: Transaction, now: Date, notice: NewNotice): void {
  tx.send({
    text: `insert into notices (workspace_id, kind, recipients, subject, body, at, mail, next_at)
           values ($1, $2, $3, $4, $5, $6, $7, $6)`,
    values: [notice.workspaceId, notice.kind, notice.recipients, notice.subject, notice.body, now, notice.mail],
  })
}

/**
 * Returns the addresses for notices: the addresses of the owners and the notice address of the workspace, without
 * duplicates. Also returns how many notices after `since` were stored to be sent by email.
 */
export async function noticeAddresses(
  c: Connection,
  workspaceId: number,
  since: Date,
): Promise<{ workspace_name: string; addresses: string[]; mailed: number }> {
  return onlyRowOf<{ workspace_name: string; addresses: string[]; mailed: number }>(c, {
    text: `select w.name as workspace_name, array(
             select distinct on (${emailKeyOf('a.address')}) a.address from (
               select w.notice_email as address
               union all
               select m.email from memberships p join members m on m.id = p.member_id where p.workspace_id = w.id and p.role = 'owner'
             ) a where a.address is not null order by ${emailKeyOf('a.address')}) as addresses,
             (select count(*) from notices n where n.workspace_id = w.id and n.at > $2 and n.mail <> 'kept') as mailed
           from workspaces w where w.id = $1`,
    values: [workspaceId, since],
  })
}

export interface NoticeRow {
  id: number
  kind: string
  recipients: string[]
  subject: string
  body: string
  at: Date
  mail: 'waiting' | 'sent' | 'kept' | 'failed'
  problem: string | null
}

export interface NoticePage {
  before: number
  limit: number
  mail?: NoticeRow['mail'] | undefined
}

/** Returns notices with ids below `before`, newest first. */
export async function listNotices(
  c: Connection,
  workspaceId: number,
  { before, limit, mail }: NoticePage,
): Promise<NoticeRow[]> {
  return rowsOf<NoticeRow>(c, {
    text: `select id, kind, recipients, subject, body, at, mail, problem from notices
           where workspace_id = $1 and id < $2 and ($4::text is null or mail = $4) order by id desc limit $3`,
    values: [workspaceId, before, limit, mail ?? null],
  })
}

export interface ClaimedNotice {
  id: number
  recipients: string[]
  subject: string
  body: string
  attempts_made: number
}

/** Claims notices that are due. Until the time `until`, other workers cannot claim them. */
export async function claimNotices(c: Connection, now: Date, until: Date, most: number): Promise<ClaimedNotice[]> {
  return rowsOf<ClaimedNotice>(c, {
    name: 'claim-notices',
    text: `update notices set next_at = $2, tries = tries + 1 where id = any(array(
             select id from notices where mail = 'waiting' and next_at <= $1 order by next_at limit $3 for update skip locked))
           returning id, recipients, subject, body, ${ATTEMPTS_MADE}`,
    values: [now, until, most],
  })
}

export async function settleNotice(
  c: Connection,
  id: number,
  result: { mail: 'sent' | 'failed' | 'waiting'; problem: string | null; nextAt: Date },
): Promise<void> {
  await c.query({
    text: 'update notices set mail = $2, problem = $3, next_at = $4 where id = $1',
    values: [id, result.mail, result.problem, result.nextAt],
  })
}

/** Deletes notices that are older than `before`. A notice that must still be sent by email stays. */
export async function dropOldNotices(c: Connection, before: Date): Promise<void> {
  await c.query({ text: `delete from notices where at < $1 and mail <> 'waiting'`, values: [before] })
}
