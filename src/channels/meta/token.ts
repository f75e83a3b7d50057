// What Meta says of an access token itself: whether it is valid, until when, and for what.

import { itemsOf, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { instant } from '../../lib/text/date-time.ts'
import { SECOND } from '../../limits.ts'
import type { ConnectionFindings } from '../findings.ts'
import type { GraphAnswer } from './asking.ts'

/** `scopes`: those sending needs; `setting`: where the token stands. Nothing where Meta does not say. */
export async function tokenFindings(
  query: (path: string) => Promise<GraphAnswer>,
  token: string,
  scopes: string[],
  setting: string,
): Promise<ConnectionFindings> {
  const { json } = await query(`debug_token?input_token=${encodeURIComponent(token)}`)
  const data = objectOf(json?.data)
  if (!data) return { found: [], problems: {} }
  const has = itemsOf(data.scopes).filter((scope) => typeof scope === 'string')
  const lacks = has.length > 0 ? scopes.filter((scope) => !has.includes(scope)) : []
  if (data.is_valid === false) {
    const detail = textWithin(objectOf(data.error)?.message, 300)
    return problem(setting, `is not valid any more${detail === undefined ? '' : `: ${detail}`}`)
  }
  if (lacks.length > 0) return problem(setting, `lacks the permission ${lacks.join(', ')}; make a token that has it`)
  return { found: [lifeOf(data.expires_at)], problems: {} }
}

function problem(setting: string, detail: string): ConnectionFindings {
  return { found: [], problems: { [setting]: detail } }
}

/** Seconds since 1970; 0 means never. */
function lifeOf(expiresAt: unknown): string {
  if (typeof expiresAt !== 'number' || expiresAt <= 0) return 'the access token does not expire'
  const at = new Date(expiresAt * SECOND)
  const day = Number.isNaN(at.getTime()) ? 'some day' : `at ${instant(at)}`
  return `the access token expires ${day}: replace it before by one of a system user, which lasts`
}
