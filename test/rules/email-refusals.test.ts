// Refusals of mail servers: which of them prove that an address is wrong.
import { describe, expect, it } from 'vitest'
import { provesWrongAddress, statusIn } from '../../src/channels/email/refusals.ts'

type Verdict = 'hard' | 'soft' | undefined

const isWrong = (text: string, verdict?: Verdict, status = statusIn(text)) =>
  provesWrongAddress({ status, text, verdict })

describe('a refusal', () => {
  it.each<[string, Verdict]>([
    ['550 5.1.1 user unknown', undefined],
    ['550 5.1.10 RecipientNotFound', undefined],
    ['5.4.4 host not found', undefined],
    ['550 No such user here', undefined],
    ['550 5.0.0 user unknown', undefined],
    ['550 5.5.0 Requested action not taken: mailbox unavailable', undefined],
    ['550 5.1.0 Unknown recipient', undefined],
    ['550 5.1.0 refused', 'hard'],
    ['550 5.2.1 mailbox disabled', 'hard'],
    ['The recipient address does not exist.', 'hard'],
    ['550 Requested action not taken', 'hard'],
    ['', 'hard'],
  ])('the refusal %j with the verdict %s proves that the address is wrong', (text, verdict) => {
    expect(isWrong(text, verdict)).toBe(true)
  })

  it.each<[string, Verdict]>([
    ['550 5.1.0 <news@shop.example> Sender rejected', undefined],
    ['550 5.1.0 <news@shop.example> Sender rejected', 'hard'],
    ['550 5.1.0 Address rejected', undefined],
    ['550 5.1.7 bad address of the sender', 'hard'],
    ['550 5.1.8 Access denied, bad outbound sender', 'hard'],
    ['552 5.2.2 mailbox full', 'hard'],
    ['552 5.3.4 message too big', 'hard'],
    ['550 5.6.0 content refused', 'hard'],
    ['550 5.7.1 blocked', 'hard'],
    ['452 4.2.2 mailbox full', 'hard'],
    ['550 5.1.1 rejected due to security policies', 'soft'],
    ['550 5.2.1 mailbox disabled', undefined],
    ['550 Sender address does not exist', 'hard'],
    ['550 Message rejected as spam', 'hard'],
    ['550 mailbox unavailable: refused by policy', undefined],
    ['554 no such user', undefined],
    ['550 refused', undefined],
    ['', undefined],
  ])('the refusal %j with the verdict %s does not prove that the address is wrong', (text, verdict) => {
    expect(isWrong(text, verdict)).toBe(false)
  })
})

describe('the status in an answer', () => {
  it.each([
    ['host mx[4.31.198.44] said: 550 5.1.1 User unknown', '5.1.1'],
    ['550-5.1.10 unknown', '5.1.10'],
    ['smtp;550 5.7.26 unauthenticated', '5.7.26'],
    ['452 4.2.2 full (Exim 4.94.2)', '4.2.2'],
  ])('the answer %j has the status %s', (text, status) => {
    expect(statusIn(text)).toBe(status)
  })

  it.each(['blocked [5.1.82.3]', 'Postfix 5.1.1.2', 'version 4.94.2', '250 2.0.0 ok', '5.1', ''])(
    'the answer %j has no status',
    (text) => {
      expect(statusIn(text)).toBeUndefined()
    },
  )
})
