// Which field of a recipient is which channel's address.
import type { StoredRecipient } from '../../../../sdk/src/api.ts'
import type { ChannelName } from '../../parts/delivery-words.tsx'

export const addressFields = {
  email: 'email',
  whatsapp: 'whatsapp_phone',
  telegram: 'telegram_chat_id',
  messenger: 'messenger_psid',
  slack: 'slack_channel',
} as const

export type AddressedChannel = keyof typeof addressFields

export const addressedChannels = Object.keys(addressFields) as AddressedChannel[]

/** Where the person has an address; discord needs none of theirs. */
export function channelsOf(recipient: StoredRecipient): ChannelName[] {
  const addressed = addressedChannels.filter((channel) => recipient[addressFields[channel]] !== null)
  return recipient.push.length > 0 ? [...addressed, 'push'] : addressed
}
