// The meanings of the Graph API's general error codes: tokens, permissions, rate limits and outages.
import { MINUTE } from '../../limits.ts'
import { type Meaning, misconfigured, type Throttle } from '../outcomes.ts'
import { outage, rateLimited } from '../remedies.ts'
import type { GraphError } from './call.ts'

/** The words that differ between WhatsApp and Messenger in reasons and remedies. */
export interface GraphWords {
  /** The name of the setting that contains the token. */
  token: string
  /** The remedy for a missing permission. */
  rights: string
  /** The name of the sender. `senderSetting` is the setting that contains the sender's id. */
  sender: string
  senderSetting: string
}

const TOKEN_SUBCODES: Record<number, string> = {
  458: 'the app was removed from the account of the access token',
  459: "the access token's owner has to sign in to Facebook once",
  460: 'the access token expired because its owner changed the password',
  463: 'the access token has expired',
  464: "the access token's owner has not confirmed the account",
  467: 'the access token was revoked',
}

/** Returns the meaning of a general code. Returns undefined for a code that only WhatsApp or only Messenger uses. */
export function graphMeaning({ code, subcode }: GraphError, words: GraphWords): Meaning | Throttle | undefined {
  const { token, rights, sender, senderSetting } = words
  const renew = `Put a current access token into ${token} of the connection; a system user's token does not expire.`
  const noSender = misconfigured(
    `${sender} does not exist, or the access token has no access to it`,
    `Check ${senderSetting}, and check that the token belongs to the same business.`,
  )
  if (code === 190)
    return misconfigured(TOKEN_SUBCODES[subcode ?? 0] ?? 'the access token is not valid any more', renew)
  if (code === 0 || code === 102) return misconfigured('the access token is not accepted', renew)
  if (code === 3 || code === 10 || (code >= 200 && code <= 299))
    return misconfigured('the access token lacks a permission', rights)
  if (code === 33 || (code === 100 && subcode === 33)) return noSender
  if (code === 1 || code === 2)
    return { class: 'retryable', reason: 'Meta has an internal error', remedies: outage('Meta') }
  if (code === 368)
    return misconfigured('the account is blocked for a policy violation', "Appeal in Meta's Business Support Home.")
  if ([4, 17, 32, 613].includes(code))
    return {
      class: 'throttled',
      delay: MINUTE,
      scope: 'connection',
      reason: 'Meta throttles the calls of this app',
      remedies: rateLimited('Meta'),
    }
  return undefined
}
