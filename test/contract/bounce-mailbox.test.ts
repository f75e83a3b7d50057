// Reading a mailbox for bounce mails from broken and hostile mail servers, and from servers that cannot return some
// mails.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { pollMailbox } from '../../src/channels/email/mailbox.ts'
import { type Imap, startImap } from '../harness/imap.ts'

const NAME = `42.${'a'.repeat(20)}`
const FAILED = [
  `To: bounces+${NAME}@bounce.shop.example`,
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  '',
  '--b',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.example.net',
  '',
  'Final-Recipient: rfc822; ada@example.com',
  'Status: 5.1.1',
  '--b--',
  '',
].join('\r\n')

const refused = (tag: string) => `${tag} NO this mail is damaged\r\n`
/** An answer that announces a mail of a gigabyte. */
const huge = () => '* 1 FETCH (UID 1 BODY[]<0> {1000000000}\r\n'
/** An answer whose line has more than two megabytes. */
const endless = () => `* 1 FETCH (UID 1 FLAGS (${'x '.repeat(1_100_000)}`

describe('a mailbox for bounce mails', () => {
  let imap: Imap
  const stopped: Imap[] = []
  beforeEach(async () => {
    imap = await startImap({ user: 'bounces', password: 'secret-token' })
    stopped.push(imap)
  })
  afterAll(() => Promise.all(stopped.map((one) => one.stop())))

  const poll = (position: string | null) =>
    pollMailbox(
      {
        settings: {
          url: 'smtp://127.0.0.1',
          from: 'hello@shop.example',
          mode: 'polling',
          bounce_mailbox: { host: '127.0.0.1', port: imap.port, user: 'bounces', password: 'secret-token' },
        },
        signal: new AbortController().signal,
        allowPrivateNetwork: true,
      },
      position,
    )

  it('skips a damaged mail and reads the mailbox up to its last mail', async () => {
    for (let i = 0; i < 3; i++) imap.add(FAILED)
    imap.answerFetch(2, refused)
    const polled = await poll(null)
    expect(polled).toMatchObject({ kind: 'received', position: '7:3', bodies: [{ uid: 1 }, { uid: 3 }] })
  })

  it('reports a problem and keeps the position when no mail of the mailbox can be read', async () => {
    imap.add(FAILED)
    imap.answerFetch(1, refused)
    expect(await poll('7:0')).toMatchObject({ kind: 'problem', problem: expect.stringContaining('damaged') })
  })

  it.each([
    ['announces a mail of a gigabyte', huge],
    ['sends an endless line', endless],
  ])('skips a mail for which the mail server %s, and continues after this mail in the next poll', async (_, answer) => {
    imap.add(FAILED)
    imap.add(FAILED)
    imap.answerFetch(1, answer)
    expect(await poll('7:0')).toMatchObject({ kind: 'received', bodies: [], position: '7:1' })
    expect(await poll('7:1')).toMatchObject({ kind: 'received', bodies: [{ uid: 2 }], position: '7:2' })
  })

  it('reports a problem when the mail server sends more than a session may receive', async () => {
    imap.add(FAILED)
    const line = `* OK ${'x'.repeat(100_000)}\r\n`
    imap.answerFetch(1, () => line.repeat(700))
    expect(await poll('7:0')).toMatchObject({
      kind: 'problem',
      problem: 'the mailbox cannot be read: the mail server sent too much',
    })
  })
})
