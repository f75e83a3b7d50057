// The second factor of a member: set-up with an authenticator app, recovery codes, and removal.
import { refuse, refuseInvalid } from '../../errors.ts'
import { later } from '../../lib/clock.ts'
import type { Seal } from '../../lib/seal.ts'
import { secondFactor } from '../../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../../store/database.ts'
import { hasPassword } from '../../store/members/identities.ts'
import { findPassword } from '../../store/members/members.ts'
import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorRow,
  takeStep,
} from '../../store/members/second-factors.ts'
import { deleteSessionsOf } from '../../store/members/sessions.ts'
import { reserveSealedRow, sealedSecondFactor } from '../../store/sealed.ts'
import { accountOf } from '../accounts.ts'
import { proveOwnPassword } from '../new-passwords.ts'
import type { MemberActor, RequestOrigin } from '../sessions.ts'
import { proveCode, settleCode } from './proof.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { isCode, newSecret, setupUri, stepOf } from './totp.ts'

export interface SecondFactorTools {
  db: Database
  seal: Seal
}

export async function secondFactorOf(c: Connection, memberId: number) {
  const factor = await findSecondFactor(c, memberId)
  const since = factor?.confirmed_at ?? null
  return {
    enabled: since !== null,
    since: since?.toISOString() ?? null,
    recovery_codes: since === null ? 0 : await countRecoveryCodes(c, memberId),
    needs_password: await hasPassword(c, memberId),
  }
}

/**
 * Creates the secret for an authenticator app. It has no effect until the member confirms it with a code. Throws
 * conflict if the account has a second factor, and validation_failed for a wrong password.
 */
export async function beginSecondFactor(
  tools: SecondFactorTools,
  now: Date,
  actor: MemberActor,
  password: string | undefined,
  client: RequestOrigin,
) {
  // An account that was created by a sign-in with the provider has no password to prove.
  if (await hasPassword(tools.db, actor.id)) {
    if (password === undefined) return refuseInvalid({ password: ['is required'] })
    await proveOwnPassword(tools, now, actor, { field: 'password', password }, client)
  }
  const secret = await newSecret()
  await transaction(tools.db, async (tx) => {
    // Lock the account, so that two set-ups cannot run at the same time.
    await findPassword(tx, actor.id, true)
    const existing = await findSecondFactor(tx, actor.id)
    if (existing && existing.confirmed_at !== null)
      refuse('conflict', 'Your account already has a second factor. Turn it off before you set up another one.')
    await deleteSecondFactor(tx, actor.id)
    const { id, bound } = await reserveSealedRow(tx, 'second_factors')
    const sealed = tools.seal.closeAt(secret, sealedSecondFactor.at({ workspaceId: null, id }), bound)
    await insertSecondFactor(tx, now, { id, memberId: actor.id, secret: sealed })
  })
  return { secret, uri: await setupUri(secret, actor.email) }
}

/**
 * Turns the second factor on, after the first code. Returns the recovery codes, which are not shown again. Ends all
 * other sessions, because they were opened without a code.
 */
export async function confirmFirstCode({ db, seal }: SecondFactorTools, now: Date, actor: MemberActor, code: string) {
  return transaction(db, async (tx) => {
    await findPassword(tx, actor.id, true)
    const factor = await requirePending(tx, now, actor.id)
    const secret = seal.openAt(factor.secret, sealedSecondFactor.at({ workspaceId: null, id: factor.id }))
    const typed = code.replace(/\s/g, '')
    const step = isCode(typed) ? await stepOf(secret, typed, now, factor.last_step) : undefined
    if (step === undefined)
      return refuseInvalid({
        code: ['is not the current code: check that the clock of your phone is right, and enter the newest code'],
      })
    await takeStep(tx, factor.id, step)
    await confirmSecondFactor(tx, now, factor.id)
    await deleteSessionsOf(tx, actor.id, actor.sessionId)
    return renewCodes(tx, actor.id)
  })
}

async function requirePending(tx: Transaction, now: Date, memberId: number): Promise<SecondFactorRow> {
  const factor = await findSecondFactor(tx, memberId)
  if (factor && factor.confirmed_at !== null) refuse('conflict', 'Your account already has a second factor.')
  if (!factor || factor.created_at < later(now, -secondFactor.setup))
    return refuse('conflict', 'The set-up was not started, or is older than 30 minutes. Start it again.')
  return factor
}

/** Replaces the recovery codes. The previous codes stop working. The caller proves the second factor with a code. */
export async function renewRecoveryCodes(
  tools: SecondFactorTools,
  now: Date,
  actor: MemberActor,
  code: string,
  client: RequestOrigin,
) {
  return withCode(tools, now, actor, code, client, (tx) => renewCodes(tx, actor.id))
}

/** Turns the second factor off. The caller proves it with a code of the app or with a recovery code. */
export async function endSecondFactor(
  tools: SecondFactorTools,
  now: Date,
  actor: MemberActor,
  code: string,
  client: RequestOrigin,
): Promise<void> {
  await withCode(tools, now, actor, code, client, (tx) => deleteSecondFactor(tx, actor.id))
}

/** Removes the second factor of a member who lost the phone and the recovery codes. Ends the sessions of the member. */
export async function resetSecondFactor(db: Database, memberId: number): Promise<void> {
  await transaction(db, async (tx) => {
    const { name } = await accountOf(tx, memberId)
    if (!(await deleteSecondFactor(tx, memberId))) refuse('conflict', `${name} has no second factor.`)
    await deleteSessionsOf(tx, memberId)
  })
}

async function withCode<T>(
  tools: SecondFactorTools,
  now: Date,
  actor: MemberActor,
  code: string,
  client: RequestOrigin,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const factor = await findSecondFactor(tools.db, actor.id)
  if (!factor || factor.confirmed_at === null) return refuse('conflict', 'Your account has no second factor.')
  const proof = await proveCode(tools, now, { kind: 'change-second-factor', member: actor, factor, code }, client)
  return transaction(tools.db, async (tx) => {
    await settleCode(tx, now, proof)
    return change(tx)
  })
}

async function renewCodes(tx: Transaction, memberId: number): Promise<{ recovery_codes: string[] }> {
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(tx, memberId, hashes)
  return { recovery_codes: codes }
}
