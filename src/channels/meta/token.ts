// Checks an access token with Meta: its validity, its expiry and its permissions.
import { itemsOf, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { instant } from '../../lib/text/date-time.ts'
import { SECOND } from '../../limits.ts'
import type { ConnectionFindings } from '../findings.ts'
import type { GraphAnswer } from './asking.ts'

/**
 * Returns the results of checking the token. Problems are reported for `setting`, which contains the token. Returns no
 * results if Meta does not describe the token. `scopes` are the permissions that sending requires.
 */
export async function tokenFindings(
  query: (path: string) => Promise<GraphAnswer>,
  token: string,
  scopes: string[],
  setting: string,
): Promise<ConnectionFindings> {
  const { json } = await query(`debug_token?input_token=${encodeURIComponent(token)}`)
  const data = objectOf(json?.data)
  if (!data) return { found: [], problems: {} }
  const granted = itemsOf(data.scopes).filter((scope) => typeof scope === 'string')
  const missing = granted.length > 0 ? scopes.filter((scope) => !granted.includes(scope)) : []
  if (data.is_valid === false) {
    const detail = textWithin(objectOf(data.error)?.message, 300)
    return problem(setting, `is not valid any more${detail === undefined ? '' : `: ${detail}`}`)
  }
  if (missing.length > 0)
    return problem(setting, `lacks the permission ${missing.join(', ')}; create a token with this permission`)
  return { found: [lifeOf(data.expires_at)], problems: {} }
}

function problem(setting: string, detail: string): ConnectionFindings {
  return { found: [], problems: { [setting]: detail } }
}

/** Describes when the token expires. `expiresAt` is in seconds since 1970; 0 means that the token never expires. */
function lifeOf(expiresAt: unknown): string {
  if (typeof expiresAt !== 'number' || expiresAt <= 0) return 'the access token does not expire'
  const at = new Date(expiresAt * SECOND)
  const day = Number.isNaN(at.getTime()) ? 'at an unknown time' : `at ${instant(at)}`
  return `the access token expires ${day}: replace it with a system user's token, which does not expire`
}
