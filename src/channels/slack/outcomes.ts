// Converts Slack's answers to outcomes. A bot gets status 200 with an error code in JSON. An incoming webhook gets an
// error status with a code as plain text.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../lib/provider-call.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome } from '../contract.ts'
import { failureOf, type Meaning, misconfigured, permanent, recipientGone } from '../outcomes.ts'
import { outage } from '../remedies.ts'

const retryable = (reason: string): Meaning => ({ class: 'retryable', reason, remedies: outage('Slack') })
const content = (reason: string, final = 'Correct the template, and resend the message.'): Meaning =>
  permanent(reason, final)

const INVITE = 'Invite the app to the Slack channel, or use another Slack channel.'
const OTHER = 'Use another Slack channel.'
const TOKEN = "Put a current bot token from the app's page into the connection."
const SCOPE = 'Give the app the scope chat:write, install it again and put the new token into the connection.'
const ADMIN = "Ask the workspace's administrators to permit the app to post."
const HOOK = "Create an incoming webhook on the app's page and put its URL into the connection."
const REPORT = 'Report this response as a bug in Carillon.'

const ours = content('Slack does not accept the format of the request', REPORT)
const workspace = misconfigured('the Slack workspace restricts this app', ADMIN)
const thread = recipientGone('this Slack channel does not accept this kind of message', OTHER)

const MEANINGS: Record<string, Meaning> = {
  service_unavailable: retryable('Slack is not available at the moment'),
  internal_error: retryable('Slack has an internal error'),
  fatal_error: retryable('Slack has an internal error'),
  request_timeout: retryable('Slack did not receive the whole request'),
  team_added_to_org: retryable('the Slack workspace is moving to an Enterprise organization'),
  rollup_error: retryable('Slack has a temporary problem'),

  channel_not_found: recipientGone('the Slack channel does not exist, or the app has no access to it', INVITE),
  not_in_channel: recipientGone('the app is not in the Slack channel', INVITE),
  is_archived: recipientGone('the Slack channel is archived', OTHER),
  channel_is_archived: recipientGone('the Slack channel is archived', OTHER),
  user_not_found: recipientGone('the Slack user does not exist', OTHER),
  messages_tab_disabled: recipientGone(
    'users cannot receive direct messages from this app',
    "Enable the Messages Tab in the app's App Home.",
  ),
  restricted_action: recipientGone('the app may not post in this Slack channel', ADMIN),
  restricted_action_read_only_channel: recipientGone('the Slack channel is read-only', ADMIN),
  restricted_action_non_threadable_channel: thread,
  restricted_action_thread_locked: thread,
  restricted_action_thread_only_channel: thread,
  cannot_reply_to_message: thread,

  invalid_auth: misconfigured('Slack does not accept the bot token', TOKEN),
  not_authed: misconfigured('the request to Slack has no token', TOKEN),
  token_expired: misconfigured('the bot token has expired', TOKEN),
  token_revoked: misconfigured('the bot token was revoked', TOKEN),
  account_inactive: misconfigured("the bot token's account was deleted", TOKEN),
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
    'the Slack workspace is being migrated and accepts no messages until the migration ends',
    'Resume the connection after the migration.',
  ),
  two_factor_setup_required: workspace,
  action_prohibited: workspace,
  posting_to_general_channel_denied: workspace,
  team_not_found: misconfigured(
    'the token of an organization requires a channel id',
    'Enter the channel as an id, such as C0123456789.',
  ),
  method_deprecated: misconfigured('Slack no longer supports this request', REPORT),
  deprecated_endpoint: misconfigured('Slack no longer supports this request', REPORT),
  unknown_method: misconfigured(
    "the server at the connection's api_base is not Slack's API",
    'Correct api_base, or remove it.',
  ),
  no_service: misconfigured('the incoming webhook was disabled or removed', HOOK),
  no_service_id: misconfigured('the incoming webhook was disabled or removed', HOOK),
  no_active_hooks: misconfigured('the incoming webhook was disabled or removed', HOOK),
  invalid_token: misconfigured('the incoming webhook does not exist', HOOK),
  no_team: misconfigured("the incoming webhook's workspace was deleted", HOOK),
  team_disabled: misconfigured("the incoming webhook's workspace was deleted", HOOK),

  msg_too_long: content('the text is too long for Slack'),
  msg_blocks_too_long: content('the blocks are too long for Slack'),
  invalid_blocks: content('Slack refused a block, or could not fetch the image of a block'),
  invalid_blocks_format: content('the blocks are not in the format of Slack'),
  no_text: content('Slack refused the empty message'),
  missing_text_or_fallback_or_attachments: content('Slack refused the empty message'),
  too_many_attachments: content('the message has too many attachments for Slack'),
  attachment_payload_limit_exceeded: content('the attachments are too large for Slack'),
  too_many_contact_cards: content('the message has too many contact cards for Slack'),
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
/** The pause in milliseconds after Slack throttles without a Retry-After. */
const PAUSE = 30 * SECOND

/**
 * Returns the outcome of a reply. `ownChannel` is true if the connection's settings name the channel. A missing channel
 * is then a problem of the settings.
 */
export function slackOutcome(
  reply: ProviderReply,
  { now, secrets, ownChannel }: { now: Date; secrets: string[]; ownChannel: boolean },
): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const json = fieldsOf(answer?.json)
  const bareCode = bareCodeOf(answer?.text ?? '')
  if (answer && answer.status < 300 && (json.ok === true || bareCode === 'ok')) {
    const { channel: where, ts } = json
    const known = typeof where === 'string' && typeof ts === 'string'
    return {
      class: 'sent',
      externalId: known ? `${where}:${ts}` : null,
      providerStatus: String(answer.status),
    }
  }
  const code = typeof json.error === 'string' ? json.error : bareCode
  const throttled = answer !== undefined && THROTTLED.includes(code ?? '')
  const found = code !== undefined && Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
  const meaning: Meaning | undefined =
    found?.class === 'recipient_gone' && ownChannel
      ? misconfigured(found.reason, `${found.remedies.final} The channel is in the connection's settings.`)
      : found
  return failureOf('Slack', reply, {
    code,
    // A server error takes precedence over the code, so that status 500 with a code is retried.
    meaning: answer && answer.status >= 500 ? undefined : meaning,
    now,
    secrets,
    throttledFor: throttled ? (retryAfterOf(answer.headers, now) ?? PAUSE) : undefined,
    // Accept a plain-text code only with an error status, because another server may answer with a success status and
    // one word.
    understood: typeof json.error === 'string' || (bareCode !== undefined && (answer?.status ?? 0) >= 400),
  })
}

/** Returns the code in an incoming webhook's answer. The code is one word of plain text. */
function bareCodeOf(text: string): string | undefined {
  return /^[a-z_]{2,64}$/.exec(text.trim())?.[0]
}
