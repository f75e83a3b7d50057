// How often an account or a network tried to sign in lately, counted for all processes in one place.
import { asJson, type Connection } from './database.ts'

export interface AttemptCount {
  key: Buffer
  started_at: Date
  count: number
}

/** Counts one attempt on each key, in windows that begin with their first; those begun before `since` are over. */
export async function countAttempts(c: Connection, now: Date, since: Date, keys: Buffer[]): Promise<AttemptCount[]> {
  const result = await c.query<AttemptCount>({
    text: `insert into sign_in_attempts as a (key, started_at, count)
           select decode(k.key, 'hex'), $2, 1 from json_to_recordset($1::json) as k(key text) order by k.key
           on conflict (key) do update set
             count = case when a.started_at <= $3 then 1 else a.count + 1 end,
             started_at = case when a.started_at <= $3 then excluded.started_at else a.started_at end
           returning key, started_at, count`,
    values: [asJson(keys.map((key) => ({ key: key.toString('hex') }))), now, since],
  })
  return result.rows
}

/** A success forgets what was counted on the account. */
export async function forgetAttempts(c: Connection, account: Buffer): Promise<void> {
  await c.query({ text: 'delete from sign_in_attempts where key = $1', values: [account] })
}

/** A success takes nothing of what a network may try. */
export async function giveBackAttempt(c: Connection, network: Buffer): Promise<void> {
  await c.query({
    text: 'update sign_in_attempts set count = greatest(count - 1, 0) where key = $1',
    values: [network],
  })
}

export async function dropOldAttempts(c: Connection, before: Date): Promise<void> {
  await c.query({ text: 'delete from sign_in_attempts where started_at < $1', values: [before] })
}
