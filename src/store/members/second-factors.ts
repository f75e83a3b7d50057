// Stores the second factor of members: the secret of the authenticator app, and the recovery codes.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, onlyRowOf } from '../rows.ts'

export interface SecondFactorRow {
  id: number
  member_id: number
  secret: Buffer
  created_at: Date
  /** Null until the member has entered a first code. */
  confirmed_at: Date | null
  /** The step of the last accepted code. */
  last_step: number
}

const COLUMNS = 'id, member_id, secret, created_at, confirmed_at, last_step'

export async function findSecondFactor(c: Connection, memberId: number): Promise<SecondFactorRow | undefined> {
  return firstRowOf<SecondFactorRow>(c, {
    text: `select ${COLUMNS} from second_factors where member_id = $1`,
    values: [memberId],
  })
}

export async function insertSecondFactor(
  tx: Transaction,
  now: Date,
  { id, memberId, secret }: { id: number; memberId: number; secret: Buffer },
): Promise<void> {
  await tx.query({
    text: `insert into second_factors (id, member_id, secret, created_at) overriding system value values ($1, $2, $3, $4)`,
    values: [id, memberId, secret, now],
  })
}

export async function confirmSecondFactor(c: Connection, now: Date, id: number): Promise<void> {
  await c.query({ text: 'update second_factors set confirmed_at = $2 where id = $1', values: [id, now] })
}

/** Records the step of an accepted code. Returns false if this code or a later one was already used. */
export async function takeStep(c: Connection, id: number, step: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'update second_factors set last_step = $2 where id = $1 and last_step < $2',
    values: [id, step],
  })
}

/** Deletes the second factor of a member with the recovery codes. Returns false if the member has none. */
export async function deleteSecondFactor(tx: Transaction, memberId: number): Promise<boolean> {
  await tx.query({ text: 'delete from recovery_codes where member_id = $1', values: [memberId] })
  return changesOneRow(tx, { text: 'delete from second_factors where member_id = $1', values: [memberId] })
}

/** Replaces all recovery codes of a member. */
export async function replaceRecoveryCodes(tx: Transaction, memberId: number, hashes: Buffer[]): Promise<void> {
  await tx.query({ text: 'delete from recovery_codes where member_id = $1', values: [memberId] })
  await tx.query({
    text: `insert into recovery_codes (hash, member_id)
           select decode(h, 'hex'), $2 from json_array_elements_text($1::json) h`,
    values: [asJson(hashes.map((hash) => hash.toString('hex'))), memberId],
  })
}

export async function hasRecoveryCode(c: Connection, memberId: number, hash: Buffer): Promise<boolean> {
  const found = await firstRowOf(c, {
    text: 'select hash from recovery_codes where member_id = $1 and hash = $2',
    values: [memberId, hash],
  })
  return found !== undefined
}

/** Deletes a recovery code. Returns false if it was used meanwhile. */
export async function takeRecoveryCode(c: Connection, memberId: number, hash: Buffer): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from recovery_codes where member_id = $1 and hash = $2',
    values: [memberId, hash],
  })
}

export async function countRecoveryCodes(c: Connection, memberId: number): Promise<number> {
  const { count } = await onlyRowOf<{ count: number }>(c, {
    text: 'select count(*) as count from recovery_codes where member_id = $1',
    values: [memberId],
  })
  return count
}
