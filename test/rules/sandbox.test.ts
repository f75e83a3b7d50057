// The sandbox: one outcome for each magic address, the same on every channel.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../src/channels/contract.ts'
import { channelNames } from '../../src/channels/index.ts'
import { magicAddresses, magicWordOf } from '../../src/channels/sandbox/magic-addresses.ts'
import { type SandboxCall, sandboxSend, type Wait } from '../../src/channels/sandbox/sandbox.ts'
import { expectRemedies } from '../harness/remedies.ts'

const now = new Date('2026-01-05T10:00:00Z')

function call(address: string, more: Partial<SandboxCall> = {}): SandboxCall {
  return {
    message: message(address),
    signal: new AbortController().signal,
    now,
    progress: {},
    lane: 1,
    allowPrivateNetwork: false,
    recipientEmail: null,
    attempt: 1,
    ...more,
  }
}

function message(address: string): OutgoingMessage {
  return {
    deliveryId: 7,
    address,
    recipientName: 'Ada',
    priority: 'high',
    subject: 'Hello',
    body: 'A text',
    own: { embeds: [{ title: 'T' }] },
    vars: { name: 'Ada' },
    actions: [{ slug: 'ok', label: 'OK', token: 'secret-token', url: 'https://example.com/v1/svc/action/t' }],
    media: { url: 'https://example.com/a.png', type: 'image' },
    attachments: [
      { filename: 'a.txt', mime_type: 'text/plain', size: 5 },
      { filename: 'b.pdf', url: 'https://example.com/b.pdf' },
    ],
  }
}

describe('magic addresses', () => {
  it('returns the magic word for each magic email address, phone number, chat id and text', () => {
    for (const magic of magicAddresses) {
      expect(magic.phone).toMatch(/^\+[1-9]\d{6,14}$/)
      for (const address of [magic.email, magic.phone, magic.chatId, magic.text]) {
        expect(magicWordOf(address, null)).toBe(magic.word)
      }
    }
    expect(new Set(magicAddresses.map((magic) => magic.phone)).size).toBe(magicAddresses.length)
  })

  it('ignores case and a tag in a magic email address', () => {
    expect(magicWordOf('bounce+42@sandbox.test', null)).toBe('bounce')
    expect(magicWordOf('Rejected-Later+a+b@Sandbox.Test', null)).toBe('rejected-later')
  })

  it("uses the recipient's email address when the channel's address is not a magic address", () => {
    expect(magicWordOf('devices:3', 'read@sandbox.test')).toBe('read')
    expect(magicWordOf('bounce@sandbox.test', 'read@sandbox.test')).toBe('bounce')
  })

  it.each([
    'ada@example.com',
    'bounce@sandbox.test.example.com',
    'nobounce@sandbox.test',
    '+15005559999',
    '',
    'constructor',
  ])('does not treat %j as a magic address', (address) => expect(magicWordOf(address, null)).toBeUndefined())

  it('docs/sandbox.md lists every magic address', () => {
    const page = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
    for (const magic of magicAddresses) {
      expect(page).toContain(
        `| \`${magic.email}\` | \`${magic.phone}\` | \`${magic.chatId}\` | \`${magic.text}\` | ${magic.effect} |`,
      )
    }
  })
})

describe('sandbox', () => {
  it.each(channelNames)('accepts a test message on %s and captures it in its composed form', async (channel) => {
    const result = await sandboxSend(channel, call('ada@example.com', { attempt: 2 }))
    expect(result.outcome).toMatchObject({ class: 'sent', externalId: 'sandbox-7-2' })
    expect(result.receipts).toBeUndefined()
    const { notification, ...captured } = result.captured!
    expect(notification === undefined).toBe(channel !== 'push')
    expect(captured).toEqual({
      channel,
      address: 'ada@example.com',
      recipient_name: 'Ada',
      priority: 'high',
      subject: 'Hello',
      body: 'A text',
      own: { embeds: [{ title: 'T' }] },
      actions: [{ slug: 'ok', label: 'OK', url: 'https://example.com/v1/svc/action/t' }],
      media: { url: 'https://example.com/a.png', type: 'image' },
      attachments: [
        { filename: 'a.txt', mime_type: 'text/plain', size: 5 },
        { filename: 'b.pdf', url: 'https://example.com/b.pdf' },
      ],
    })
  })

  it.each([
    ['bounce', 'recipient_gone'],
    ['blocked', 'permanent'],
    ['timeout', 'ambiguous'],
    ['unavailable', 'retryable'],
  ])(
    'answers the magic word %s with the outcome %s at every attempt, and captures no message',
    async (word, outcome) => {
      for (const attempt of [1, 4]) {
        const result = await sandboxSend('email', call(`${word}@sandbox.test`, { attempt }))
        expect(result.outcome).toMatchObject({ class: outcome, code: `sandbox_${word}` })
        expect(result.outcome).toHaveProperty('reason')
        expectRemedies(result.outcome)
        expect(result.captured).toBeUndefined()
        expect(result.receipts).toBeUndefined()
      }
    },
  )

  it('throttles a message to the phone number of the magic word `throttled` once, for 30 seconds, and then accepts the message', async () => {
    const { outcome } = await sandboxSend('whatsapp', call('+15005550005'))
    expect(outcome).toMatchObject({
      class: 'throttled',
      until: new Date('2026-01-05T10:00:30Z'),
      scope: 'recipient',
    })
    const again = call('+15005550005', { progress: outcome.progress! })
    expect((await sandboxSend('whatsapp', again)).outcome.class).toBe('sent')
  })

  it('answers the magic word `flaky` with a retryable failure at the first attempt, and accepts the second attempt', async () => {
    expect((await sandboxSend('telegram', call('15005550008'))).outcome.class).toBe('retryable')
    expect((await sandboxSend('telegram', call('15005550008', { attempt: 2 }))).outcome.class).toBe('sent')
  })

  it.each([
    ['delivered', ['delivered']],
    ['read', ['delivered', 'read']],
    ['rejected-later', ['failed']],
  ])('accepts a message to an address with the magic word %s, and reports the receipts %j', async (word, statuses) => {
    const result = await sandboxSend('slack', call(`sandbox-${word}`))
    expect(result.outcome.class).toBe('sent')
    expect(result.captured).toBeDefined()
    expect(result.receipts?.map((receipt) => receipt.status)).toEqual(statuses)
  })

  it('delays a message to an address with the magic word `slow`, and ends the delay when the attempt is aborted', async () => {
    const waits: number[] = []
    const record: Wait = async (milliseconds) => waits.push(milliseconds)
    expect(
      (await sandboxSend('push', call('devices:1', { recipientEmail: 'slow@sandbox.test' }), record)).outcome.class,
    ).toBe('sent')
    expect(waits).toEqual([5000])

    const attemptEnd = new AbortController()
    const running = sandboxSend('email', call('slow@sandbox.test', { signal: attemptEnd.signal }))
    attemptEnd.abort()
    expect(await running).toMatchObject({ outcome: { class: 'ambiguous' } })
  })
})
