// The addresses that make the sandbox behave: one word for each thing that can become of a message.

/** Each word, the last digits of its phone number and chat id, and what it makes the sandbox do. */
const words = [
  ['delivered', '0001', 'is sent, then a receipt says delivered'],
  ['read', '0002', 'is sent, then receipts say delivered and read'],
  ['bounce', '0003', 'fails at once: nobody is reached at this address any more'],
  ['blocked', '0004', 'fails at once: the recipient has blocked the sender'],
  ['throttled', '0005', 'is put off for 30 seconds once, which uses up no try, then is sent'],
  ['timeout', '0006', 'leaves without an answer at every try, is retried as ambiguous and fails after the last'],
  ['unavailable', '0007', 'is refused with a 503 at every try, is retried and fails after the last'],
  ['flaky', '0008', 'is refused with a 503 at the first try, then is sent'],
  ['slow', '0009', 'is sent after 5 seconds'],
  ['rejected-later', '0010', 'is sent, then a receipt says that it failed'],
] as const

export type MagicWord = (typeof words)[number][0]

export interface MagicAddress {
  word: MagicWord
  /** What becomes of a message to it. */
  effect: string
  email: string
  /** E.164. */
  phone: string
  /** For a telegram chat id or a messenger psid. */
  chatId: string
  /** For a slack channel and any other address that is a text. */
  text: string
}

/** Every magic address, in the order in which the documentation shows them. */
export const magicAddresses: readonly MagicAddress[] = words.map(([word, digits, effect]) => ({
  word,
  effect,
  email: `${word}@sandbox.test`,
  phone: `+1500555${digits}`,
  chatId: `1500555${digits}`,
  text: `sandbox-${word}`,
}))

const wordByAddress = new Map<string, MagicWord>(
  magicAddresses.flatMap((magic) =>
    [magic.email, magic.phone, magic.chatId, magic.text].map((address) => [address, magic.word] as const),
  ),
)

/**
 * The word that an address stands for, or undefined for every ordinary one. The address the message goes to decides;
 * where it says nothing (discord, push, a channel's own slack address) the recipient's email address does.
 * A `+tag` in the email address and the case of its letters make no difference.
 */
export function magicWordOf(address: string, email: string | null): MagicWord | undefined {
  return wordByAddress.get(untagged(address)) ?? (email === null ? undefined : wordByAddress.get(untagged(email)))
}

function untagged(address: string): string {
  const plain = address.trim().toLowerCase()
  const tag = plain.indexOf('+')
  const domain = plain.indexOf('@', tag)
  return tag === -1 || domain === -1 ? plain : plain.slice(0, tag) + plain.slice(domain)
}
