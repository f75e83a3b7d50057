// Checks the code of the second factor, at a sign-in and at changes of the second factor.
import { refuse } from '../../errors.ts'
import type { Transaction } from '../../store/database.ts'
import type { MemberRow } from '../../store/members/members.ts'
import {
  findSecondFactor,
  hasRecoveryCode,
  type SecondFactorRow,
  takeRecoveryCode,
  takeStep,
} from '../../store/members/second-factors.ts'
import { sealedSecondFactor } from '../../store/sealed.ts'
import { beginAttempt, checkCounted, type PasswordAttempt, type PasswordCheckKind, settleAttempt } from '../attempts.ts'
import type { RequestOrigin } from '../sessions.ts'
import type { SignInTools } from '../sign-in-tools.ts'
import { hashOfCode } from './recovery-codes.ts'
import { isCode, stepOf } from './totp.ts'

const REQUIRED =
  'This account has a second factor: send the code of the authenticator app, or a recovery code, in the field code.'
const WRONG =
  'The code is wrong, too old or already used. Enter the newest code of your authenticator app, or a recovery code.'

/** A right code of a member. `settleSecondFactor` makes it unusable. */
export interface SecondFactorProof {
  member: Pick<MemberRow, 'id'>
  attempt: PasswordAttempt
  used: { factor: number; step: number } | { recoveryCode: Buffer }
}

/**
 * Checks the code of a member. Returns undefined if the member has no second factor. Throws second_factor_required
 * without a code, invalid_credentials for a wrong code, and rate_limited after too many wrong codes.
 */
export async function proveSecondFactor(
  tools: SignInTools,
  now: Date,
  member: Pick<MemberRow, 'id' | 'email'>,
  code: string | undefined,
  client: RequestOrigin,
): Promise<SecondFactorProof | undefined> {
  const factor = await findSecondFactor(tools.db, member.id)
  if (!factor || factor.confirmed_at === null) return undefined
  if (code === undefined) return refuse('second_factor_required', REQUIRED)
  const { signIn } = tools.networkLimits
  signIn.check(client.address, now)
  // Count the attempt before the first `await`, as in `provePassword`.
  signIn.count(client.address, now)
  const proof = await proveCode(tools, now, { kind: 'second-factor', member, factor, code }, client)
  signIn.giveBack(client.address, now)
  return proof
}

export interface CodeCheck {
  kind: Extract<PasswordCheckKind, 'second-factor' | 'change-second-factor'>
  member: Pick<MemberRow, 'id' | 'email'>
  factor: SecondFactorRow
  code: string
}

/** Checks a code and counts the attempt. Throws invalid_credentials or rate_limited. */
export async function proveCode(
  { db, seal }: Pick<SignInTools, 'db' | 'seal'>,
  now: Date,
  { kind, member, factor, code }: CodeCheck,
  client: RequestOrigin,
): Promise<SecondFactorProof> {
  const guess = { kind, email: member.email, memberId: member.id, address: client.address }
  const attempt = await beginAttempt({ db, seal }, now, guess)
  const typed = code.replace(/\s/g, '')
  let used: SecondFactorProof['used'] | undefined
  await checkCounted(db, attempt, async () => {
    if (isCode(typed)) {
      const secret = seal.openAt(factor.secret, sealedSecondFactor.at({ workspaceId: null, id: factor.id }))
      const step = await stepOf(secret, typed, now, factor.last_step)
      used = step === undefined ? undefined : { factor: factor.id, step }
    } else {
      const recoveryCode = hashOfCode(typed)
      used = (await hasRecoveryCode(db, member.id, recoveryCode)) ? { recoveryCode } : undefined
    }
    return used !== undefined
  })
  if (!used) return refuse('invalid_credentials', WRONG)
  return { member, attempt, used }
}

/**
 * Uses the code up, in the transaction that depends on it. Throws invalid_credentials if another request has used the
 * code meanwhile.
 */
export async function settleCode(
  tx: Transaction,
  now: Date,
  { member, attempt, used }: SecondFactorProof,
): Promise<void> {
  const taken =
    'step' in used
      ? await takeStep(tx, used.factor, used.step)
      : await takeRecoveryCode(tx, member.id, used.recoveryCode)
  if (!taken) refuse('invalid_credentials', WRONG)
  await settleAttempt(tx, now, attempt)
}

/**
 * Settles the second factor of a sign-in, in the transaction that opens the session and has locked the member's row.
 * Returns the data for the session and for the audit log. Throws second_factor_required if the member has set up a
 * second factor meanwhile.
 */
export async function settleSecondFactor(
  tx: Transaction,
  now: Date,
  memberId: number,
  proof: SecondFactorProof | undefined,
): Promise<{ secondFactor: boolean; change: object | null }> {
  if (proof) {
    await settleCode(tx, now, proof)
    return { secondFactor: true, change: { second_factor: 'step' in proof.used ? 'app' : 'recovery code' } }
  }
  const factor = await findSecondFactor(tx, memberId)
  if (factor && factor.confirmed_at !== null) refuse('second_factor_required', REQUIRED)
  return { secondFactor: false, change: null }
}
