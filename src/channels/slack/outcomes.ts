// What Slack's words mean for a message: a bot is told 200 and an error, an incoming webhook a status and a bare word.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../lib/provider-call.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome } from '../contract.ts'
import { failureOf, type Meaning, misconfigured, permanent, recipientGone } from '../outcomes.ts'
import { outage } from '../remedies.ts'

const again = (reason: string): Meaning => ({ class: 'retryable', reason, remedies: outage('Slack') })
const content = (reason: string, final = 'Correct the template, and resend the message.'): Meaning =>
  permanent(reason, final)

const INVITE = 'Invite the app to the Slack channel, or use another Slack channel.'
const OTHER = 'Use another Slack channel.'
const TOKEN = "Put a current bot token, from the app's page, into the connection."
const SCOPE = 'Give the app the scope chat:write, install it again and put the new token into the connection.'
const ADMIN = "Ask the workspace's administrators to let the app post."
const HOOK = "Create an incoming webhook on the app's page and put its URL into the connection."
const REPORT = 'Report this response as a defect: the fault is in this service.'

const ours = content('Slack does not accept the form of the request', REPORT)
const workspace = misconfigured('the Slack workspace restricts this app', ADMIN)
const thread = recipientGone('this Slack channel takes no such message', OTHER)

const MEANINGS: Record<string, Meaning> = {
  service_unavailable: again('Slack is not available just now'),
  internal_error: again('Slack has a problem of its own'),
  fatal_error: again('Slack has a problem of its own'),
  request_timeout: again('the request did not reach Slack whole'),
  team_added_to_org: again('the Slack workspace is moving to an Enterprise organization'),
  rollup_error: again('Slack could not post it just now'),

  channel_not_found: recipientGone('there is no such Slack channel, or the app does not see it', INVITE),
  not_in_channel: recipientGone('the app is not in the Slack channel', INVITE),
  is_archived: recipientGone('the Slack channel is archived', OTHER),
  channel_is_archived: recipientGone('the Slack channel is archived', OTHER),
  user_not_found: recipientGone('there is no such Slack user', OTHER),
  messages_tab_disabled: recipientGone(
    'people cannot get direct messages from this app',
    "Turn on Messages Tab under the app's App Home.",
  ),
  restricted_action: recipientGone('the app may not post in this Slack channel', ADMIN),
  restricted_action_read_only_channel: recipientGone('the Slack channel is read-only', ADMIN),
  restricted_action_non_threadable_channel: thread,
  restricted_action_thread_locked: thread,
  restricted_action_thread_only_channel: thread,
  cannot_reply_to_message: thread,

  invalid_auth: misconfigured('Slack does not accept the bot token', TOKEN),
  not_authed: misconfigured('Slack was given no token', TOKEN),
  token_expired: misconfigured('the bot token has expired', TOKEN),
  token_revoked: misconfigured('the bot token was revoked', TOKEN),
  account_inactive: misconfigured("the bot token's account is gone", TOKEN),
  not_allowed_token_type: misconfigured('this kind of token may not post', TOKEN),
  is_bot: misconfigured('this kind of token may not post', TOKEN),
  as_user_not_supported: misconfigured('this kind of token may not post', TOKEN),
  missing_scope: misconfigured('the bot token lacks the scope chat:write', SCOPE),
  no_permission: misconfigured('the bot token lacks a permission', SCOPE),
  send_on_behalf_not_allowed: misconfigured('the bot token lacks a permission', SCOPE),
  access_denied: workspace,
  accesslimited: workspace,
  app_access_restricted: workspace,
  ekm_access_denied: workspace,
  enterprise_is_restricted: workspace,
  org_login_required: misconfigured(
    'the Slack workspace is being migrated and takes nothing until that is over',
    'Resume the connection when the migration is over.',
  ),
  two_factor_setup_required: workspace,
  action_prohibited: workspace,
  posting_to_general_channel_denied: workspace,
  team_not_found: misconfigured(
    'the token of an organization needs the id of a channel',
    'Write the channel as an id, such as C0123456789.',
  ),
  method_deprecated: misconfigured('Slack does not serve this request any more', REPORT),
  deprecated_endpoint: misconfigured('Slack does not serve this request any more', REPORT),
  unknown_method: misconfigured(
    "what answers at the connection's api_base is not Slack's API",
    'Mend api_base, or leave it out.',
  ),
  no_service: misconfigured('the incoming webhook was disabled or removed', HOOK),
  no_service_id: misconfigured('the incoming webhook was disabled or removed', HOOK),
  no_active_hooks: misconfigured('the incoming webhook was disabled or removed', HOOK),
  invalid_token: misconfigured('the incoming webhook does not exist', HOOK),
  no_team: misconfigured("the incoming webhook's workspace is gone", HOOK),
  team_disabled: misconfigured("the incoming webhook's workspace is gone", HOOK),

  msg_too_long: content('Slack finds the text too long'),
  msg_blocks_too_long: content('Slack finds the blocks too long'),
  invalid_blocks: content('Slack refuses a block, or could not fetch an image of one'),
  invalid_blocks_format: content('Slack does not understand the blocks'),
  no_text: content('Slack finds the message empty'),
  missing_text_or_fallback_or_attachments: content('Slack finds the message empty'),
  too_many_attachments: content('Slack finds too many attachments'),
  attachment_payload_limit_exceeded: content('Slack finds the attachments too large'),
  too_many_contact_cards: content('Slack finds too many contact cards'),
  invalid_payload: ours,
  ...Object.fromEntries(
    [
      'invalid_arg_name invalid_array_arg invalid_charset invalid_form_data invalid_post_type missing_post_type',
      'invalid_metadata_format invalid_metadata_schema metadata_must_be_sent_from_app metadata_too_large',
      'markdown_text_conflict missing_file_data draft_already_deleted draft_already_sent draft_has_conflict',
      'draft_not_found duplicate_channel_not_found duplicate_message_not_found slack_connect_canvas_sharing_blocked',
      'slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked',
    ].flatMap((line) => line.split(' ').map((code) => [code, ours])),
  ),
}

const THROTTLED = ['ratelimited', 'rate_limited', 'message_limit_exceeded']
/** Where Slack names no time. */
const PAUSE = 30 * SECOND

/** `ownChannel`: the message went to the connection's channel, so one that is gone is a matter of its settings. */
export function slackOutcome(
  reply: ProviderReply,
  { now, secrets, ownChannel }: { now: Date; secrets: string[]; ownChannel: boolean },
): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const json = fieldsOf(answer?.json)
  const word = wordOf(answer?.text ?? '')
  if (answer && answer.status < 300 && (json.ok === true || word === 'ok')) {
    const { channel: where, ts } = json
    const known = typeof where === 'string' && typeof ts === 'string'
    return {
      class: 'sent',
      externalId: known ? `${where}:${ts}` : null,
      providerStatus: String(answer.status),
    }
  }
  const code = typeof json.error === 'string' ? json.error : word
  const throttled = answer !== undefined && THROTTLED.includes(code ?? '')
  const found = code !== undefined && Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
  const meaning: Meaning | undefined =
    found?.class === 'recipient_gone' && ownChannel
      ? misconfigured(found.reason, `${found.remedies.final} The connection's settings name the channel.`)
      : found
  return failureOf('Slack', reply, {
    code,
    // A status of their own trouble goes before the word: 500 with a word is tried again.
    meaning: answer && answer.status >= 500 ? undefined : meaning,
    now,
    secrets,
    throttledFor: throttled ? (retryAfterOf(answer.headers, now) ?? PAUSE) : undefined,
    // Any server may answer yes and a word; only Slack's own words are then Slack's.
    understood: typeof json.error === 'string' || (word !== undefined && (answer?.status ?? 0) >= 400),
  })
}

/** An incoming webhook's answer is one bare word. */
function wordOf(text: string): string | undefined {
  return /^[a-z_]{2,64}$/.exec(text.trim())?.[0]
}
