// Bounce mails that cost a long time to read: they block neither the main thread nor the mails after them.
import { describe, expect, it } from 'vitest'
import { readPlainReport } from '../../src/channels/email/bounce-mail/plain-reports.ts'
import { readReport } from '../../src/channels/email/bounce-mail/threads.ts'

const NAME = `42.${'a'.repeat(20)}`
const SIZE = 500_000

const report = (...parts: string[]) =>
  [
    `To: bounces+${NAME}@bounce.shop.example`,
    'Return-Path: <>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    ...parts.flatMap((part) => ['--b', part]),
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    'Action: failed',
    'Status: 5.1.1',
    '--b--',
    '',
  ].join('\r\n')

const QMAIL = ['Hi. This is the qmail-send program at mx.example.net.', '', '<ada@example.com>:']
const links = '<a href="'.repeat(SIZE / 9)
const html = `Content-Type: text/html\r\n\r\n${links}`
const plain = (text: string) => `To: bounces+${NAME}@bounce.shop.example\r\nReturn-Path: <>\r\n\r\n${text}`

/** Returns the longest time in milliseconds for which the main thread was blocked during the work. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await work()
  longest = Math.max(longest, performance.now() - last)
  clearInterval(timer)
  return longest
}

describe('a bounce mail of 500 KB', () => {
  it('reads a bounce mail with one explanation of many lines in a time proportional to its length', () => {
    const text = [...QMAIL, ...Array<string>(SIZE / 2).fill('x')].join('\n')
    const startedAt = performance.now()
    expect(readPlainReport(text)?.recipients).toMatchObject([{ address: 'ada@example.com' }])
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it('ignores a bounce mail whose HTML takes the parser many minutes, without blocking the service or delaying other mails', async () => {
    const slow = Buffer.from(report('Content-Type: text/plain\r\n\r\nSee below.', html))
    const blocked = await longestBlock(async () => {
      const [read, other] = await Promise.all([
        readReport({ bytes: slow }),
        readReport({ bytes: Buffer.from(report()) }),
      ])
      expect(read).toBeUndefined()
      expect(other).toMatchObject({ names: [NAME], recipients: [{ address: 'ada@example.com', verdict: 'hard' }] })
    })
    expect(blocked).toBeLessThan(2_000)
  }, 40_000)

  it('reads a bounce mail without parts up to 64 KB', async () => {
    const report = [...QMAIL, '550 5.1.1 unknown user', '', '<late@example.com>:', 'no mailbox'].join('\n')
    const bytes = Buffer.from(plain(report.replace('\n<late', `\n${'x\n\n'.repeat(SIZE / 3)}\n<late`)))
    expect((await readReport({ bytes }))?.recipients).toMatchObject([{ address: 'ada@example.com', verdict: 'hard' }])
  })

  it('does not parse a mail from a person, even if it has the form of a slow report', async () => {
    const bytes = Buffer.from(`From: ada@example.com\r\nContent-Type: text/html\r\nReturn-Path: <>\r\n\r\n${links}`)
    const startedAt = performance.now()
    expect(await readReport({ bytes })).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

it('a report has at most 100 recipients, with at most 500 characters of explanation each', async () => {
  const failed = [
    'Final-Recipient: rfc822; ada@example.com',
    `Diagnostic-Code: smtp; ${'x'.repeat(2000)}`,
    '',
    '',
  ].join('\r\n')
  const bytes = Buffer.from(report().replace('\r\nFinal-Recipient', `\r\n${failed.repeat(300)}\r\nFinal-Recipient`))
  const read = await readReport({ bytes })
  expect(read?.recipients).toHaveLength(100)
  expect(read?.recipients[0]?.text.length).toBeLessThanOrEqual(500)
})
