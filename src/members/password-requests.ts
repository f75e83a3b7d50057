// Stores requests for a new password. A maintenance job later sends a link by email if the address has an account.
import { later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { emailKey } from '../lib/text/email-address.ts'
import { guessing, HOUR, mailLimits } from '../limits.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { countAttempts } from '../store/members/limited-attempts.ts'
import { findMemberByEmail } from '../store/members/members.ts'
import {
  insertPasswordRequest,
  type PasswordRequest,
  takePasswordRequests,
} from '../store/members/password-requests.ts'
import { anonymous, writeAuditLine } from './audit.ts'
import { passwordLetter, storeLetter } from './letters.ts'
import { createPasswordLink } from './new-passwords.ts'
import type { SignInTools } from './sign-in-tools.ts'

const PURPOSE = 'password-requests'
const BATCH = 50

/**
 * Stores the request. The work is the same whether the address has an account or not. Throws rate_limited if the
 * network has sent too many requests.
 */
export async function requestPasswordLink(
  { db, seal, networkLimits }: SignInTools,
  now: Date,
  request: PasswordRequest,
): Promise<void> {
  networkLimits.passwordMails.check(request.address, now)
  networkLimits.passwordMails.count(request.address, now)
  const counter = seal.mac(emailKey(request.email), PURPOSE).readUInt32BE() % guessing.unknownCounters
  await insertPasswordRequest(db, now, seal.mac(`counter/${counter}`, PURPOSE), request)
}

export interface PasswordRequestTools {
  db: Database
  seal: Seal
  publicUrl: () => string
}

/**
 * Writes the emails for the stored requests, up to a limit per account and hour. Returns 'again' if
 * further requests may be left.
 */
export async function answerPasswordRequests(tools: PasswordRequestTools, now: Date): Promise<'again' | undefined> {
  const taken = await transaction(tools.db, async (tx) => {
    const requests = await takePasswordRequests(tx, later(now, -HOUR), BATCH)
    for (const request of requests) await answer(tools, tx, now, request)
    return requests.length
  })
  return taken === BATCH ? 'again' : undefined
}

async function answer(
  { seal, publicUrl }: PasswordRequestTools,
  tx: Transaction,
  now: Date,
  { email, address }: PasswordRequest,
): Promise<void> {
  const member = await findMemberByEmail(tx, email)
  if (!member) return
  const key = seal.mac(`member/${member.id}`, PURPOSE)
  const limited = { key, endsAt: later(now, HOUR), memberId: member.id, address: null }
  const [counted] = await countAttempts(tx, now, [limited])
  if (counted && counted.count > mailLimits.passwordMailsToAddress) return
  const { link } = await createPasswordLink(tx, now, publicUrl(), member.id)
  await storeLetter(tx, now, seal, { recipient: member.email }, passwordLetter(link))
  await writeAuditLine(tx, now, {
    workspaceId: null,
    actor: anonymous,
    address,
    action: 'forgotPassword',
    says: 'Ask for a new password by mail',
    object: { kind: 'member', id: String(member.id), name: member.name },
  })
}
