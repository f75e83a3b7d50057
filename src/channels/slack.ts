// Slack: the channel comes from the recipient or from the source's connection.
import type { Channel } from './contract.ts'
import { empty, tooLong } from './text-length.ts'

export const slack: Channel = {
  name: 'slack',
  title: 'Slack',
  addressField: "the stored recipient's slack_channel or the source's Slack connection",
  addressOwner: 'connection',
  address: (recipient, settings) =>
    recipient.slack_channel ??
    (settings?.channel as string | undefined) ??
    (settings?.webhook_url ? 'webhook' : undefined),
  misfits: (content) => [
    ...(content.own?.blocks === undefined ? empty('slack', content.body) : []),
    ...tooLong('slack', 'template', 'the text', content.body, 40_000),
  ],
}
