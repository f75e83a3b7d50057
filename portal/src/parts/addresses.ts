// The addresses of a recipient as the API describes them, and their labels.
import type { AddressDescription, StoredRecipient } from '../../../sdk/src/api.ts'
import { useRead } from '../api/queries.ts'
import { useStore } from '../state/store.ts'
import { language, useTexts } from '../texts/texts.tsx'

/** Returns all address types of a recipient, in the order of forms. */
export function useAddresses() {
  return useRead('listAddresses', {}, { select: ({ data }) => data })
}

/**
 * Returns a function that returns the label of an address type. If the portal has no label, the function returns the
 * label of the API.
 */
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

/** Returns the text in a field, or '' if the field contains no text. */
export function textIn(holder: object, field: string): string {
  const values: Record<string, unknown> = { ...holder }
  const value = values[field]
  return typeof value === 'string' ? value : ''
}

/** Returns the channels for which the recipient has an address. */
export function channelsOf(recipient: StoredRecipient, addresses: AddressDescription[]) {
  const isThere = ({ field, list }: AddressDescription) =>
    list ? recipient.push.length > 0 : textIn(recipient, field) !== ''
  return addresses.filter(isThere).map(({ channel }) => channel)
}
