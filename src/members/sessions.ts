// Sessions of members. A cookie contains the random token of a session, and a table contains the hash of this token.
import { randomBytes } from 'node:crypto'
import { refuse } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { hashSecret } from '../lib/seal.ts'
import { MINUTE, validity } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import type { TokenScope } from '../store/members/management-tokens.ts'
import type { Role } from '../store/members/memberships.ts'
import {
  deleteSession,
  deleteSessionByHash,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  touchSession,
} from '../store/members/sessions.ts'

/**
 * Durations in milliseconds. A session ends if it is not used for the duration `IDLE`. In any case, it ends after the
 * duration `LONGEST`.
 */
const { sessionUnused: IDLE, session: LONGEST } = validity
const TOUCH_EVERY = MINUTE

/** The actor of a request: a member with a session, or a management token. */
export type Actor =
  | { kind: 'member'; id: number; name: string; email: string; operator: boolean; sessionId: number }
  | {
      kind: 'token'
      id: number
      name: string
      /** The last four characters of the management token. */
      hint: string
      scope: TokenScope
      /** True if the token has the scope `operator`. */
      operator: boolean
      /** The time at which the token expires. Null if it never expires. */
      expiresAt: Date | null
    }

export type MemberActor = Actor & { kind: 'member' }

/** The origin of a request: the network address and the user agent. A member sees both in the list of sessions. */
export interface RequestOrigin {
  address: string
  userAgent: string
}

/**
 * Opens a session and returns the token for the cookie. The token is 256 new random bits, so that an attacker cannot
 * choose it (session fixation). `secondFactor` states whether the sign-in included a code of the second factor. Without
 * it, the session of a member with a second factor ends immediately: a trigger of the database ensures this.
 */
export async function openSession(
  c: Connection,
  now: Date,
  memberId: number,
  client: RequestOrigin,
  { secondFactor = false }: { secondFactor?: boolean } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertSession(c, now, {
    memberId,
    hash: hashSecret(token),
    device: deviceOf(client.userAgent),
    address: client.address,
    expiresAt: later(now, IDLE),
    secondFactor,
  })
  return token
}

/**
 * Returns the member to whom a session belongs, and the member's role in the workspace. Returns undefined if the
 * session is not valid.
 */
export async function memberOf(
  c: Connection,
  now: Date,
  token: string,
  { workspaceId, address }: { workspaceId: number | null; address: string },
): Promise<{ actor: Actor & { kind: 'member' }; role: Role | null } | undefined> {
  const row = await findSession(c, now, hashSecret(token), workspaceId)
  if (!row) return undefined
  if (now.getTime() - row.last_seen_at.getTime() > TOUCH_EVERY) {
    const end = Math.min(later(now, IDLE).getTime(), later(row.created_at, LONGEST).getTime())
    await touchSession(c, now, row.session_id, { address, expiresAt: new Date(end) })
  }
  const { member_id: id, session_id: sessionId, name, email, operator, role } = row
  return { actor: { kind: 'member', id, name, email, operator, sessionId }, role }
}

/** Ends the session of this token, if it exists. Returns the member of the session. */
export async function closeSession(c: Connection, now: Date, token: string) {
  return deleteSessionByHash(c, now, hashSecret(token))
}

export async function sessionsOf(c: Connection, now: Date, actor: Actor & { kind: 'member' }) {
  return (await listSessions(c, now, actor.id)).map((row) => ({
    id: row.id,
    device: row.device,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    current: row.id === actor.sessionId,
  }))
}

export async function endSession(c: Connection, memberId: number, id: number): Promise<void> {
  if (!(await deleteSession(c, memberId, id))) refuse('not_found', `You have no session ${id}.`)
}

export async function endOtherSessions(c: Connection, actor: Actor & { kind: 'member' }): Promise<void> {
  await deleteSessionsOf(c, actor.id, actor.sessionId)
}

/** Ends all sessions of a member, including the session of this request. */
export async function endAllSessions(c: Connection, memberId: number): Promise<void> {
  await deleteSessionsOf(c, memberId)
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns the browser and the system of a user agent, such as "Firefox on Linux". If the browser is unknown, returns
 * the beginning of the user agent.
 */
function deviceOf(userAgent: string): string {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(BROWSERS)
  const system = named(SYSTEMS)
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`
  return userAgent.replace(/\p{Cc}+/gu, ' ').slice(0, 60) || 'Unknown'
}

/**
 * Ends the sessions of a member who lost a role or the operator rights. As a result, pages that the member opened with
 * the lost rights stop working. If the member sent this request, the session of the request stays open.
 */
export async function endSessionsAfterLoss(c: Connection, actor: Actor, memberId: number): Promise<void> {
  const own = actor.kind === 'member' && actor.id === memberId
  await deleteSessionsOf(c, memberId, own ? actor.sessionId : undefined)
}
