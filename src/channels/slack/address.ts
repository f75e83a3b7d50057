// The Slack channel or member of a recipient.
import { records } from '../../limits.ts'
import type { AddressOf } from '../address.ts'

declare module '../address.ts' {
  interface AddressFields {
    slack_channel: 'stored'
  }
}

export const slackChannel: AddressOf<'slack_channel'> = {
  field: 'slack_channel',
  kind: 'stored',
  channel: 'slack',
  label: { en: 'Slack channel or member id', it: 'Id del canale o del membro Slack' },
  format: { minLength: 1, maxLength: records.slackChannel },
  example: 'U0123ABCD',
  flag: { value: 'ID', description: 'A Slack channel or member.' },
}
