// Stores emails to members until the operator's mail server has accepted them. Their texts are encrypted.
import { ATTEMPTS_MADE } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

export async function insertLetter(
  c: Connection,
  now: Date,
  letter: { id: number; recipient: string; subject: string; body: Buffer; invitation_id: number | null },
): Promise<void> {
  await c.query({
    text: `insert into letters (id, recipient, subject, body, invitation_id, created_at, next_at)
           overriding system value values ($6, $1, $2, $3, $4, $5, $5)`,
    values: [letter.recipient, letter.subject, letter.body, letter.invitation_id, now, letter.id],
  })
}

export interface ClaimedLetter {
  id: number
  recipient: string
  subject: string
  body: Buffer
  attempts_made: number
}

/** Claims emails that are due. Until the time `until`, other workers cannot claim them. */
export async function claimLetters(c: Connection, now: Date, until: Date, most: number): Promise<ClaimedLetter[]> {
  return rowsOf<ClaimedLetter>(c, {
    text: `update letters set next_at = $2, tries = tries + 1 where id = any(array(
             select id from letters where next_at <= $1 order by next_at limit $3 for update skip locked))
           returning id, recipient, subject, body, ${ATTEMPTS_MADE}`,
    values: [now, until, most],
  })
}

export async function rescheduleLetter(c: Connection, id: number, nextAt: Date): Promise<void> {
  await c.query({ text: 'update letters set next_at = $2 where id = $1', values: [id, nextAt] })
}

/**
 * Deletes an email that was sent or has failed permanently. If it belongs to an invitation, records the result there.
 */
export async function endLetter(c: Connection, id: number, mail: 'sent' | 'failed'): Promise<void> {
  await c.query({
    text: `with ended as (delete from letters where id = $1 returning invitation_id)
           update invitations set mail = $2 where id in (select invitation_id from ended)`,
    values: [id, mail],
  })
}

/** Deletes the pending email of an invitation, because the link in this email was replaced. */
export async function withdrawLetters(c: Connection, invitationId: number): Promise<void> {
  await c.query({ text: 'delete from letters where invitation_id = $1', values: [invitationId] })
}
