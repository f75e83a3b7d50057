// Letters to members: mail that waits for the operator's server, its text sealed.
import type { Connection } from './database.ts'

export async function insertLetter(
  c: Connection,
  now: Date,
  letter: { recipient: string; subject: string; body: Buffer },
): Promise<void> {
  await c.query({
    text: 'insert into letters (recipient, subject, body, created_at, next_at) values ($1, $2, $3, $4, $4)',
    values: [letter.recipient, letter.subject, letter.body, now],
  })
}

/** A password's link and the letter that holds it, if anybody has the address: one statement, whether or not. */
export async function insertPasswordLetter(
  c: Connection,
  now: Date,
  letter: { email: string; hash: Buffer; expiresAt: Date; subject: string; body: Buffer },
): Promise<void> {
  await c.query({
    text: `with member as (select id, email from members where lower(email) = lower($1)),
           link as (insert into one_time_links (hash, kind, member_id, created_at, expires_at)
                    select $2, 'password', id, $3, $4 from member)
           insert into letters (recipient, subject, body, created_at, next_at)
           select email, $5, $6, $3, $3 from member`,
    values: [letter.email, letter.hash, now, letter.expiresAt, letter.subject, letter.body],
  })
}

export interface WaitingLetter {
  id: number
  recipient: string
  subject: string
  body: Buffer
  tries: number
}

/** Takes letters to mail; nobody else takes them before `until`. */
export async function claimLetters(c: Connection, now: Date, until: Date, most: number): Promise<WaitingLetter[]> {
  const result = await c.query<WaitingLetter>({
    text: `update letters set next_at = $2, tries = tries + 1 where id = any(array(
             select id from letters where next_at <= $1 order by next_at limit $3 for update skip locked))
           returning id, recipient, subject, body, tries`,
    values: [now, until, most],
  })
  return result.rows
}

export async function postponeLetter(c: Connection, id: number, nextAt: Date): Promise<void> {
  await c.query({ text: 'update letters set next_at = $2 where id = $1', values: [id, nextAt] })
}

export async function deleteLetter(c: Connection, id: number): Promise<void> {
  await c.query({ text: 'delete from letters where id = $1', values: [id] })
}
