// The Slack channel, and the choice of a message's address.
import type { Addresses, Channel } from '../contract.ts'
import { type SlackSettings, slackApp } from './app.ts'
import { blockProblems } from './blocks.ts'
import { slackGroup } from './limits.ts'
import { slackEscape, slackMisfits } from './message.ts'

/** The address for the channel of an incoming webhook, whose name only Slack has. */
const HOOK = 'webhook'

declare module '../names.ts' {
  interface ChannelTypes {
    slack: true
  }
}

export const slack: Channel = {
  name: 'slack',
  title: 'Slack',
  content: 'blocks',
  credits: 1,
  receipts: [],
  setUpRank: 3,
  limits: [slackGroup],
  addressField: "the stored recipient's slack_channel or the source's Slack connection",
  addressOwner: 'connection',
  address,
  missing: (recipient, settings) =>
    settings !== undefined && isHook(settings) && recipient.slack_channel !== null
      ? `the source's Slack connection is a webhook, which writes to its own channel only; connect a bot token to reach ${recipient.slack_channel}`
      : undefined,
  misfits: slackMisfits,
  ownMisfits: blockProblems,
  ownEscape: slackEscape,
  providers: { app: slackApp },
  failover: { refused: 'a channel belongs to one Slack workspace, so another connection reaches other people' },
}

/**
 * A webhook cannot choose the channel. It must not reach a recipient with an own channel, to avoid posting in public.
 */
function address(recipient: Addresses, settings?: Partial<SlackSettings>): string | undefined {
  if (settings && isHook(settings)) return recipient.slack_channel === null ? HOOK : undefined
  return recipient.slack_channel ?? settings?.channel
}

/**
 * A bot has a channel, a webhook has none. Admission has no secrets, so webhook_url and bot_token are not available.
 */
function isHook(settings: Partial<SlackSettings>): boolean {
  return settings.channel === undefined
}
