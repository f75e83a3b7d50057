// Mail servers that refuse, hang, disconnect or break TLS. Each attempt ends in time, with the right outcome and a
// reason.
import { afterEach, describe, expect, it } from 'vitest'
import { createEmailSender } from '../../src/channels/email/sending.ts'
import { createMailCall, shortTimeouts } from '../harness/mail-call.ts'
import { expectRemedies } from '../harness/remedies.ts'
import { type FaultyMailServer, type Script, startFaultyMailServer } from '../harness/smtp-faults.ts'

describe('faulty mail servers', () => {
  const servers: FaultyMailServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  })
  const faulty = async (script: Script) => {
    const server = await startFaultyMailServer(script)
    servers.push(server)
    return server
  }
  const withUser = (url: string) => url.replace('//', '//user:hunter22@')
  const outcomeOf = async (script: Script, url = (base: string) => withUser(base)) => {
    const server = await faulty(script)
    const outcome = await createEmailSender(shortTimeouts).send(createMailCall(url(server.url)))
    return { server, outcome }
  }

  it.each<[string, Script, string]>([
    ['greets with 421', { greeting: '421 4.3.2 too busy' }, 'throttled'],
    ['greets with 554', { greeting: '554 5.7.1 no service for you' }, 'misconfigured'],
    ['refuses the password', { auth: '535 5.7.8 bad credentials hunter22' }, 'misconfigured'],
    ['cannot sign in just now', { auth: '454 4.7.0 temporary failure' }, 'retryable'],
    ['requires a sign-in', { mail: '530 5.7.0 authentication required' }, 'misconfigured'],
    ['refuses the sender address', { mail: '550 5.7.60 not allowed to send as' }, 'misconfigured'],
    ['ends the session at MAIL', { mail: '421 4.7.0 closing' }, 'throttled'],
    ['throttles by its text only', { mail: '454 Throttling failure: Maximum sending rate exceeded.' }, 'throttled'],
    ['greylists', { rcpt: '450 4.2.0 greylisted, come back' }, 'retryable'],
    ['has a local error', { rcpt: '451 4.3.0 local error' }, 'retryable'],
    ['has no storage', { rcpt: '452 4.3.1 insufficient storage' }, 'retryable'],
    ['reports an unknown mailbox', { rcpt: '550 5.1.1 no such user' }, 'recipient_gone'],
    ['reports an unknown mailbox without an extended code', { rcpt: '550 mailbox unavailable' }, 'recipient_gone'],
    ['reports an inactive mailbox', { rcpt: '550 5.2.1 mailbox disabled' }, 'recipient_gone'],
    ['rejects an unknown user', { rcpt: '550 Recipient rejected: User unknown' }, 'recipient_gone'],
    ['refuses to relay', { rcpt: '550 5.7.1 relaying denied' }, 'permanent'],
    ['blocks without an extended code', { rcpt: '550 blocked by policy' }, 'permanent'],
    ['reports a full mailbox', { rcpt: '552 5.2.2 mailbox full' }, 'permanent'],
    ['refuses at RCPT', { rcpt: '554 5.7.1 refused' }, 'permanent'],
    ['refuses DATA', { data: '554 5.5.1 no valid recipients' }, 'permanent'],
    ['defers the message', { end: '451 4.7.1 try later' }, 'retryable'],
    ['reports that the message is too large', { end: '552 5.3.4 message too big' }, 'permanent'],
    ['classifies the message as spam', { end: '554 5.7.1 classified as spam' }, 'permanent'],
    ['refuses after DATA with 550', { end: '550 5.7.26 unauthenticated' }, 'permanent'],
    ['disconnects at the greeting', { greeting: 'drop' }, 'retryable'],
    ['disconnects at EHLO', { ehlo: 'drop' }, 'retryable'],
    ['disconnects at MAIL', { mail: 'drop' }, 'retryable'],
    ['disconnects at RCPT', { rcpt: 'drop' }, 'retryable'],
    ['disconnects at DATA', { data: 'drop' }, 'retryable'],
    ['disconnects after the message', { end: 'drop' }, 'ambiguous'],
    ['answers junk', { greeting: 'junk' }, 'retryable'],
    ['has broken TLS', { ehlo: '250-mail.test\r\n250 STARTTLS', starttls: 'junk' }, 'retryable'],
    ['refuses STARTTLS', { ehlo: '250-mail.test\r\n250 STARTTLS', starttls: '454 no TLS now' }, 'retryable'],
  ])('returns an outcome with a reason when the mail server %s', async (_title, script, expected) => {
    const { outcome } = await outcomeOf(script)
    expect(outcome).toMatchObject({ class: expected })
    if (!('reason' in outcome)) throw new Error('no reason')
    expect(outcome.reason.length).toBeGreaterThan(10)
    expectRemedies(outcome)
    expect(JSON.stringify(outcome)).not.toContain('hunter22')
  })

  it.each<[string, Script, string]>([
    ['the greeting', { greeting: 'hang' }, 'retryable'],
    ['EHLO', { ehlo: 'hang' }, 'retryable'],
    ['STARTTLS', { ehlo: '250-mail.test\r\n250 STARTTLS', starttls: 'hang' }, 'retryable'],
    ['the sign-in', { auth: 'hang' }, 'retryable'],
    ['MAIL', { mail: 'hang' }, 'retryable'],
    ['RCPT', { rcpt: 'hang' }, 'retryable'],
    ['DATA', { data: 'hang' }, 'retryable'],
    ['the end of the message', { end: 'hang' }, 'ambiguous'],
  ])('times out and disconnects when the mail server hangs at %s', async (_stage, script, expected) => {
    const started = performance.now()
    const { outcome, server } = await outcomeOf(script)
    expect(outcome).toMatchObject({ class: expected })
    expect(performance.now() - started).toBeLessThan(shortTimeouts.whole + 20_000)
    await expect.poll(() => server.open(), { timeout: 3000 }).toBe(0)
  })

  it('suggests the right security when TLS is used on a plain port, and when TLS is missing on a TLS port', async () => {
    const plain = await outcomeOf({}, (base) => base.replace('smtp:', 'smtps:'))
    expect(plain.outcome).toMatchObject({
      class: 'retryable',
      reason: expect.stringContaining('STARTTLS (smtp://) on other ports (587, 25)'),
    })
    const silent = await outcomeOf({ greeting: 'hang' })
    expect(silent.outcome).toMatchObject({ class: 'retryable', reason: expect.stringContaining('requires TLS') })
    const behind = await outcomeOf({ ehlo: '250-mail.test\r\n250 STARTTLS', starttls: 'junk' })
    expect(behind.outcome).toMatchObject({ class: 'retryable', reason: expect.not.stringContaining('SSL routines') })
  })

  it("retries when the mail server's port is closed or its name does not resolve", async () => {
    const { send } = createEmailSender(shortTimeouts)
    expect(await send(createMailCall('smtp://127.0.0.1:1'))).toMatchObject({ class: 'retryable' })
    expect(await send(createMailCall('smtp://unknown.invalid:25'))).toMatchObject({ class: 'retryable' })
  })

  it('sends a password only over an encrypted connection when TLS is required, and does not connect to a private address', async () => {
    const server = await faulty({ starttls: '502 5.5.1 not implemented' })
    const { send } = createEmailSender(shortTimeouts)
    const required = await send(createMailCall(`${withUser(server.url)}?tls=required`))
    expect(required).toMatchObject({ class: 'misconfigured', reason: expect.stringContaining('encryption') })
    const guarded = await send(createMailCall(server.url, {}, { allowPrivateNetwork: false }))
    expect(guarded).toMatchObject({ class: 'misconfigured', reason: expect.stringContaining('127.0.0.1') })
    expect(server.messages).toEqual([])
  })

  it('reports messages as throttled when all sessions of a slow mail server are in use', async () => {
    const server = await faulty({ end: 'hang' })
    const { send } = createEmailSender({ ...shortTimeouts, whole: 4000 })
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => send(createMailCall(server.url))))
    const classes = outcomes.map((outcome) => outcome.class)
    expect(classes.filter((name) => name === 'ambiguous')).toHaveLength(5)
    expect(classes.filter((name) => name === 'throttled')).toHaveLength(7)
    expect(outcomes.find((outcome) => outcome.class === 'throttled')).toMatchObject({
      scope: 'connection',
      reason: expect.stringContaining('slow'),
    })
  })

  it('opens at most five sessions while the mail server refuses messages and resets the sessions slowly', async () => {
    let resets = 0
    const refusal = { rcpt: '550 5.1.1 no such user' }
    const rset = () => {
      resets++
      return 'hang'
    }
    const server = await faulty({ ...refusal, rset })
    const { send } = createEmailSender({ ...shortTimeouts, queue: 10_000, whole: 10_000, idle: 60_000 })
    const sends = Promise.all(Array.from({ length: 40 }, () => send(createMailCall(server.url))))
    await expect.poll(() => resets, { timeout: 5000 }).toBeGreaterThanOrEqual(5)
    server.setScript(refusal)
    server.replyToAll('250 2.0.0 ok')
    const outcomes = await sends
    // Idle sessions stay open, so this is the number of all sessions that were opened.
    expect(server.open()).toBe(5)
    expect(new Set(outcomes.map((outcome) => outcome.class))).toEqual(new Set(['recipient_gone']))
  })

  it.each([
    'a@b.c, x@y.z',
    'ada@example.com\r\nBcc: x@y.z',
    'ada@example.com>\r\nRCPT TO:<x@y.z',
    'ada example.com',
    '<ada@example.com>',
  ])('refuses the recipient address %j before it connects to the mail server', async (address) => {
    const server = await faulty({})
    const outcome = await createEmailSender(shortTimeouts).send(createMailCall(server.url, { address }))
    expect(outcome).toMatchObject({ class: 'permanent', code: 'address_refused' })
    expect(server.open()).toBe(0)
  })
})
