// The addresses of a recipient, as the API describes them, and the words for each.
import type { AddressDescription, StoredRecipient } from '../../../sdk/src/api.ts'
import { useRead } from '../api/queries.ts'
import { useStore } from '../state/store.ts'
import { language, useTexts } from '../texts/texts.tsx'

/** Every address that a recipient may have, in the order of forms. */
export function useAddresses() {
  return useRead('listAddresses', {}, { select: ({ data }) => data })
}

/** The words for an address: ours, else those of the API. */
export function useAddressWords() {
  const { recipients } = useTexts()
  const name = useStore(language)
  const labels: Record<string, string> = recipients.addresses
  const examples: Record<string, string> = recipients.examples
  return {
    label: ({ channel, label }: AddressDescription) => {
      const inLanguage: Record<string, string> = label
      return labels[channel] ?? inLanguage[name] ?? label.en
    },
    example: ({ channel, example }: AddressDescription) => examples[channel] ?? example ?? '',
  }
}

/** The text in a field of a recipient or form; empty where there is none. */
export function textIn(holder: object, field: string): string {
  const values: Record<string, unknown> = { ...holder }
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/** The channels that reach the person at an address of their own. */
export function channelsOf(recipient: StoredRecipient, addresses: AddressDescription[]) {
  const isThere = ({ field, list }: AddressDescription) =>
    list ? recipient.push.length > 0 : textIn(recipient, field) !== ''
  return addresses.filter(isThere).map(({ channel }) => channel)
}
