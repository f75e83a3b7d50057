// What the Graph API's own error codes mean, whatever the product: tokens, permissions, limits of calls, bad days.
import { MINUTE } from '../../limits.ts'
import { type Meaning, misconfigured } from '../outcomes.ts'
import { outage, rateLimited } from '../remedies.ts'
import type { GraphError, Throttle } from './call.ts'

/** What a product calls its things, so that a remedy names them. */
export interface GraphWords {
  /** The setting that holds the token. */
  token: string
  /** What a person does about permissions. */
  rights: string
  /** What the message is sent from, and the setting that names it. */
  sender: string
  senderSetting: string
}

const TOKEN_SUBCODES: Record<number, string> = {
  458: 'the app was removed from the account the access token belongs to',
  459: "the access token's owner has to sign in to Facebook once",
  460: "the access token ended with its owner's password",
  463: 'the access token has expired',
  464: "the access token's owner has not confirmed the account",
  467: 'the access token was revoked',
}

/** Undefined for a code that belongs to a product. */
export function graphMeaning({ code, subcode }: GraphError, words: GraphWords): Meaning | Throttle | undefined {
  const { token, rights, sender, senderSetting } = words
  const renew = `Put a current access token into ${token} of the connection; a system user's token does not expire.`
  const noSender = misconfigured(
    `${sender} does not exist, or the access token may not see it`,
    `Check ${senderSetting}, and that the token belongs to the same business.`,
  )
  if (code === 190)
    return misconfigured(TOKEN_SUBCODES[subcode ?? 0] ?? 'the access token is not valid any more', renew)
  if (code === 0 || code === 102) return misconfigured('the access token is not accepted', renew)
  if (code === 3 || code === 10 || (code >= 200 && code <= 299))
    return misconfigured('the access token lacks a permission', rights)
  if (code === 33 || (code === 100 && subcode === 33)) return noSender
  if (code === 1 || code === 2)
    return { class: 'retryable', reason: 'Meta has a problem of its own', remedies: outage('Meta') }
  if (code === 368)
    return misconfigured(
      'the account is blocked for a policy violation',
      "Open Meta's Business Support Home and appeal.",
    )
  if ([4, 17, 32, 613].includes(code))
    return {
      class: 'throttled',
      delay: MINUTE,
      scope: 'connection',
      reason: 'Meta wants fewer calls of this app',
      remedies: rateLimited('Meta'),
    }
  return undefined
}
