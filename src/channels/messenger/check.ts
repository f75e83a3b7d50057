// Checks a Messenger connection: the token's page and permissions, and the page's webhook subscriptions.
import { itemsOf, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { SECOND } from '../../limits.ts'
import type { ConnectionFindings } from '../findings.ts'
import { type GraphAnswer, queryGraph } from '../meta/asking.ts'
import { tokenFindings } from '../meta/token.ts'
import { messengerCodes } from './outcomes.ts'
import type { MessengerSettings } from './settings.ts'

const BUDGET = 20 * SECOND
/** The webhook subscriptions that the Facebook page needs. Without `messages`, conversation windows never open. */
const FIELDS = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads']

/** Checks the connection without sending a message. */
export async function checkMessenger(
  settings: MessengerSettings,
  allowPrivateNetwork: boolean,
): Promise<ConnectionFindings> {
  const signal = AbortSignal.timeout(BUDGET)
  const token = settings.page_access_token
  const page = settings.page_id
  const query = (path: string) =>
    queryGraph('Messenger', messengerCodes, { settings, token, path, signal, allowPrivateNetwork })
  const identity = identityFindings(page, await query('me?fields=id,name'))
  // If the token does not belong to this page, skip the other requests, because their answers could describe another
  // page.
  if (Object.keys(identity.problems).length > 0) return identity
  const parts = [
    identity,
    subscriptionFindings(await query(`${page}/subscribed_apps`)),
    await tokenFindings(query, token, ['pages_messaging'], 'page_access_token'),
  ]
  return {
    found: parts.flatMap(({ found }) => found),
    problems: Object.assign({}, ...parts.map(({ problems }) => problems)),
  }
}

function identityFindings(page: string, { json, problem }: GraphAnswer): ConnectionFindings {
  if (!json) return { found: [], problems: { page_access_token: problem } }
  const id = textWithin(json.id, 64)
  const name = textWithin(json.name, 255) ?? 'without a name'
  if (id === page) return { found: [`the token belongs to the page ${name}`], problems: {} }
  const message = `the token belongs to ${name} (${id ?? 'without an id'}), not to the page ${page}; use a token of this page`
  return { found: [], problems: { page_access_token: message } }
}

function subscriptionFindings({ json }: GraphAnswer): ConnectionFindings {
  if (!json) return { found: [], problems: {} }
  const fields = itemsOf(json.data).flatMap((app) => itemsOf(objectOf(app)?.subscribed_fields))
  const missing = FIELDS.filter((field) => !fields.includes(field))
  if (missing.length === 0) return { found: ['the page sends all required webhooks to the app'], problems: {} }
  return {
    found: [],
    problems: {
      page_id: `the page does not send the webhooks ${missing.join(', ')}. Add these subscriptions in the app's Messenger settings`,
    },
  }
}
