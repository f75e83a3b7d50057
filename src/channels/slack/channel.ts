// Slack: where a message goes, and what fits it.
import type { Addresses, Channel } from '../contract.ts'
import { type SlackSettings, slackApp } from './app.ts'
import { blockProblems } from './blocks.ts'
import { slackGroup } from './limits.ts'
import { slackEscape, slackMisfits } from './message.ts'

/** Stands for the channel that an incoming webhook writes to; only Slack knows its name. */
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
      ? `the source's Slack connection is a webhook, which writes to its own channel alone; connect a bot token to reach ${recipient.slack_channel}`
      : undefined,
  misfits: slackMisfits,
  ownMisfits: blockProblems,
  ownEscape: slackEscape,
  providers: { app: slackApp },
  failover: { refused: 'a channel belongs to one workspace of Slack: another connection reaches other people' },
}

/** A webhook can't be told a channel: who wants one of their own is not reached through it, rather than in public. */
function address(recipient: Addresses, settings?: Partial<SlackSettings>): string | undefined {
  if (settings && isHook(settings)) return recipient.slack_channel === null ? HOOK : undefined
  return recipient.slack_channel ?? settings?.channel
}

/** Told by what is no secret, which is all that admission is given: a bot has a channel. */
function isHook(settings: Partial<SlackSettings>): boolean {
  return settings.channel === undefined
}
