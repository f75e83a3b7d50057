// Checks a WhatsApp connection: the number, the account's templates and webhook subscription, and the token's
// permissions.
import { itemsOf, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { SECOND } from '../../limits.ts'
import type { ConnectionFindings } from '../findings.ts'
import { type GraphAnswer, queryGraph } from '../meta/asking.ts'
import { tokenFindings } from '../meta/token.ts'
import { whatsappCodes } from './outcomes.ts'
import type { WhatsappSettings } from './settings.ts'

const BUDGET = 20 * SECOND

/** Checks the connection without sending a message. */
export async function checkWhatsapp(
  settings: WhatsappSettings,
  allowPrivateNetwork: boolean,
): Promise<ConnectionFindings> {
  const signal = AbortSignal.timeout(BUDGET)
  const token = settings.access_token
  const query = (path: string) =>
    queryGraph('WhatsApp', whatsappCodes, { settings, token, path, signal, allowPrivateNetwork })
  const number = numberFindings(
    await query(`${settings.phone_number_id}?fields=display_phone_number,verified_name,quality_rating,name_status`),
  )
  // If the check of the number fails, skip the other requests. They use the same token and URL, so they would also
  // fail.
  if (Object.keys(number.problems).length > 0) return number
  const parts = [
    number,
    callbackFindings(await query(`${settings.phone_number_id}?fields=webhook_configuration`)),
    ...(settings.waba_id === undefined ? [WITHOUT_ACCOUNT] : await accountFindings(settings.waba_id, query)),
    await tokenFindings(query, token, ['whatsapp_business_messaging'], 'access_token'),
  ]
  return {
    found: parts.flatMap(({ found }) => found),
    problems: Object.assign({}, ...parts.map(({ problems }) => problems)),
  }
}

const WITHOUT_ACCOUNT: ConnectionFindings = {
  found: ['without waba_id, the list of approved templates is not read'],
  problems: {},
}

function numberFindings({ json, problem, ofToken }: GraphAnswer): ConnectionFindings {
  if (!json) return { found: [], problems: { [ofToken ? 'access_token' : 'phone_number_id']: problem } }
  const number = textWithin(json.display_phone_number, 64)
  if (number === undefined)
    return { found: [], problems: { phone_number_id: 'is not the id of a WhatsApp phone number' } }
  const name = textWithin(json.verified_name, 255)
  const quality = textWithin(json.quality_rating, 64)
  return {
    found: [
      `the number ${number}${name === undefined ? '' : ` (${name})`} can be used`,
      ...(quality === undefined || quality === 'UNKNOWN' ? [] : [`the quality of the number is rated ${quality}`]),
    ],
    problems: {},
  }
}

/**
 * Reports the URL to which Meta sends the webhooks of the number. The URL of the number has priority, then the URL of
 * the account, then the URL of the app. Reports nothing if Meta does not show the URLs.
 */
function callbackFindings({ json }: GraphAnswer): ConnectionFindings {
  const urls = objectOf(json?.webhook_configuration)
  if (!urls) return { found: [], problems: {} }
  const [url] = ['phone_number', 'whatsapp_business_account', 'application'].flatMap(
    (level) => textWithin(urls[level], 2000) || [],
  )
  if (url !== undefined) return { found: [`the webhooks of the number go to ${url}`], problems: {} }
  const problem =
    'Meta has no callback URL for this number, so no statuses or replies arrive. Enter the inbound URL and the verify token in the app, under WhatsApp, Configuration'
  return { found: [], problems: { verify_token: problem } }
}

async function accountFindings(
  account: string,
  query: (path: string) => Promise<GraphAnswer>,
): Promise<ConnectionFindings[]> {
  const [templates, apps] = await Promise.all([
    query(`${account}/message_templates?fields=name&limit=1`),
    query(`${account}/subscribed_apps`),
  ])
  return [
    templates.problem === undefined
      ? { found: ['the list of approved templates can be read'], problems: {} }
      : { found: [], problems: { waba_id: templates.problem } },
    subscriptionFindings(account, apps),
  ]
}

/** Checks the webhook subscription. Without a subscribed app, Meta sends neither statuses nor replies. */
function subscriptionFindings(account: string, { json }: GraphAnswer): ConnectionFindings {
  if (!json) return { found: [], problems: {} }
  const names = itemsOf(json.data).flatMap(
    (item) => textWithin(objectOf(objectOf(item)?.whatsapp_business_api_data)?.name, 255) ?? [],
  )
  if (itemsOf(json.data).length > 0)
    return { found: [`statuses and replies go to the app ${names.join(', ') || 'that is subscribed'}`], problems: {} }
  return {
    found: [],
    problems: {
      waba_id: `no app is subscribed to this account, so no statuses or replies arrive. Send POST /${account}/subscribed_apps with the access token`,
    },
  }
}
