// The magic addresses of the sandbox. A word in the address determines the result of a message to it.

/** Each word with the last digits of its phone number and chat id, and with its effect. */
const words = [
  ['delivered', '0001', 'The delivery is sent. A receipt then reports `delivered`.'],
  ['read', '0002', 'The delivery is sent. Receipts then report `delivered` and `read`.'],
  ['bounce', '0003', 'The delivery fails at once, because the address no longer exists.'],
  ['blocked', '0004', 'The delivery fails at once, because the recipient blocked the sender.'],
  [
    'throttled',
    '0005',
    'The provider throttles once for 30 seconds; this does not count as an attempt. The delivery is then sent.',
  ],
  [
    'timeout',
    '0006',
    'No attempt gets an answer. Each attempt is `ambiguous`, and the delivery fails after the last attempt. With `"duplicates": "never"` it fails after the first.',
  ],
  ['unavailable', '0007', 'Every attempt gets a 503. The delivery fails after the last attempt.'],
  ['flaky', '0008', 'The first attempt gets a 503. The second attempt succeeds.'],
  ['slow', '0009', 'The delivery is sent after 5 seconds.'],
  ['rejected-later', '0010', 'The delivery is sent. A receipt then reports `failed`.'],
] as const

export type MagicWord = (typeof words)[number][0]

export interface MagicAddress {
  word: MagicWord
  /** The result of a message to the address, as docs/sandbox.md shows it. */
  effect: string
  email: string
  /** A phone number in E.164 format. */
  phone: string
  /** A Telegram chat id or a Messenger page-scoped id. */
  chatId: string
  /** A Slack channel, or another address that is a text. */
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
 * Returns the word of a magic address, or undefined for an ordinary address. The address of the message is checked
 * first, and then the recipient's email address. The addresses for Discord, for push and for the Slack channel of a
 * connection are never magic, so only the email address counts there. A `+tag` in an email address and the case of
 * letters are ignored.
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
