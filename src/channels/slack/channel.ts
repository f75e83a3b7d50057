// The Slack channel. Chooses the address of a message.
import type { Addresses, Channel } from '../contract.ts'
import { type SlackSettings, slackApp } from './app.ts'
import { blockProblems } from './blocks.ts'
import { slackGroup } from './limits.ts'
import { slackEscape, slackMisfits } from './message.ts'

/**
 * The address of all messages to an incoming webhook. It is a fixed word, because only Slack has the name of the
 * webhook's channel.
 */
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
      ? `the source's Slack connection is a webhook, which writes to one channel only; connect a bot token to reach ${recipient.slack_channel}`
      : undefined,
  misfits: slackMisfits,
  ownMisfits: blockProblems,
  ownEscape: slackEscape,
  providers: { app: slackApp },
  failover: { refused: 'a channel belongs to one Slack workspace, so another connection reaches other people' },
}

/**
 * Returns the address of a message. Returns undefined if the connection is a webhook and the recipient has a
 * `slack_channel`: a webhook writes only to one channel, so a private message would appear in that channel.
 */
function address(recipient: Addresses, settings?: Partial<SlackSettings>): string | undefined {
  if (settings && isHook(settings)) return recipient.slack_channel === null ? HOOK : undefined
  return recipient.slack_channel ?? settings?.channel
}

/**
 * Returns whether the connection is an incoming webhook: only the settings of a bot contain `channel`. Admission has no
 * secrets, so webhook_url and bot_token are not available here.
 */
function isHook(settings: Partial<SlackSettings>): boolean {
  return settings.channel === undefined
}
