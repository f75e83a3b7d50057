// The page-scoped id of a recipient. Each Facebook page has a different id for the same person.
import { records } from '../../limits.ts'
import type { AddressOf } from '../address.ts'

declare module '../address.ts' {
  interface AddressFields {
    messenger_psid: 'identifying'
  }
}

export const messengerPsid: AddressOf<'messenger_psid'> = {
  field: 'messenger_psid',
  kind: 'identifying',
  channel: 'messenger',
  label: { en: 'Messenger id', it: 'Id Messenger' },
  format: { minLength: 1, maxLength: records.messengerPsid },
  example: '6412345678901234',
  flag: { value: 'ID', description: "The recipient's page-scoped id from Messenger." },
}
