// URLs of attachments and media. Hostile URLs are refused. Downloads from other URLs are limited in size and time.
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmailSender } from '../../src/channels/email/sending.ts'
import { hostileUrls } from '../harness/hostile-urls.ts'
import { createMailCall, shortTimeouts } from '../harness/mail-call.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'

describe('hostile URLs', () => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService('embedded', { ALLOW_PRIVATE_NETWORK: '0' })
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  it('the list of hostile URLs has at least forty different entries', () => {
    expect(hostileUrls.length).toBeGreaterThanOrEqual(40)
    expect(new Set(hostileUrls.map(([url]) => url)).size).toBe(hostileUrls.length)
  })

  it.each(hostileUrls)('refuses the hostile URL %s for attachments and media (%s)', async (url) => {
    const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
    const attached = await test.send(tenant.testKey, { ...message, attachments: [{ filename: 'a.pdf', url }] })
    expect(attached.status).toBe(422)
    expect(Object.keys(attached.body.details)).toEqual(['attachments.0.url'])
    const shown = await test.send(tenant.testKey, { ...message, media: { url } })
    expect(shown.status).toBe(422)
    expect(Object.keys(shown.body.details)).toEqual(['media.url'])
  })

  it('checks URLs again when the email is sent, because their host may then resolve to a private address', async () => {
    const { send } = createEmailSender(shortTimeouts)
    for (const [url] of hostileUrls) {
      const outcome = await send(
        createMailCall(
          'smtp://127.0.0.1:1',
          { attachments: [{ filename: 'a.pdf', url }] },
          { allowPrivateNetwork: false },
        ),
      )
      expect(outcome, url).toMatchObject({ class: 'permanent', code: 'attachment_refused' })
    }
  })
})

describe('files behind URLs', () => {
  let mail: MailServer
  let files: Server
  let base: string
  let requestedPaths: string[] = []
  beforeAll(async () => {
    mail = await startMailServer()
    files = createServer((request, response) => {
      requestedPaths.push(request.url!)
      answers[request.url!]!(response)
    })
    await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(files.address() as { port: number }).port}`
  })
  afterAll(async () => {
    files.closeAllConnections()
    await new Promise((resolve) => files.close(resolve))
    await mail.stop()
  })

  const BYTES = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256))
  const MOST = 10 * 1024 * 1024
  const answers: Record<string, (response: import('node:http').ServerResponse) => void> = {
    '/good.bin': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(BYTES),
    '/named': (response) => response.writeHead(200, { 'content-type': 'image/png; charset=x' }).end(BYTES),
    '/empty': (response) => response.writeHead(200).end(),
    '/missing': (response) => response.writeHead(404).end('no'),
    '/gone': (response) => response.writeHead(410).end(),
    '/login': (response) => response.writeHead(401).end(),
    '/part': (response) => response.writeHead(206).end('part'),
    '/nothing': (response) => response.writeHead(204).end(),
    '/moved': (response) => response.writeHead(302, { location: '/good.bin' }).end(),
    '/inside': (response) => response.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
    '/broken': (response) => response.writeHead(500).end(),
    '/busy': (response) => response.writeHead(429).end(),
    '/short': (response) => {
      response.writeHead(200, { 'content-length': '100000' }).write('less than promised')
      setTimeout(() => response.destroy(), 20)
    },
    '/long': (response) => {
      response.writeHead(200, { 'content-length': '5' })
      response.socket!.end('more than the five that were promised')
    },
    '/endless': (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
      }
      response.on('drain', more)
      more()
    },
    '/large': (response) => response.writeHead(200).end(Buffer.alloc(MOST + 1)),
    '/exact': (response) => response.writeHead(200).end(Buffer.alloc(MOST, 'x')),
    '/half': (response) => response.writeHead(200).end(Buffer.alloc(MOST / 2 + 1)),
    '/silent': () => {},
    '/drip': (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(timer))
    },
  }
  const times = { ...shortTimeouts, files: 8000, whole: 16_000, queue: 12_000 }
  const send = (paths: string[], more: Parameters<typeof createMailCall>[1] = {}, files = times.files) =>
    createEmailSender({ ...times, files }).send(
      createMailCall(mail.url, {
        attachments: paths.map((path) => ({ filename: 'a.bin', url: base + path })),
        ...more,
      }),
    )

  it('fetches attachments from their URLs byte for byte [EMAIL-02]', async () => {
    expect(await send(['/good.bin', '/empty'])).toMatchObject({ class: 'sent' })
    const { attachments } = await parseMail(mail.received.at(-1)!)
    expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))).toEqual([BYTES, Buffer.alloc(0)])
  })

  it('attaches media to an email, with the file name from the media URL and the content type from the file server [EMAIL-07]', async () => {
    expect(await send([], { media: { type: 'image', url: `${base}/named`, caption: 'Look <here>' } })).toMatchObject({
      class: 'sent',
    })
    const { attachments, text, html } = await parseMail(mail.received.at(-1)!)
    expect(attachments).toMatchObject([{ filename: 'named', mimeType: 'image/png', disposition: 'attachment' }])
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer)).toEqual(BYTES)
    expect(text).toContain('Look <here>')
    expect(html).toContain('Look &lt;here&gt;')
  })

  it.each<[string, string, RegExp]>([
    ['/missing', 'permanent', /404/],
    ['/gone', 'permanent', /410/],
    ['/login', 'permanent', /401/],
    ['/part', 'permanent', /206/],
    ['/nothing', 'permanent', /204/],
    ['/moved', 'permanent', /302, a redirect/],
    ['/inside', 'permanent', /301, a redirect/],
    ['/broken', 'retryable', /500/],
    ['/busy', 'retryable', /429/],
    ['/short', 'retryable', /broke|closed|failed/],
    ['/long', 'retryable', /failed|broke/],
    ['/endless', 'permanent', /larger than the 10485760 bytes/],
    ['/large', 'permanent', /larger than the 10485760 bytes/],
    ['/silent', 'retryable', /did not respond within/],
    ['/drip', 'retryable', /did not respond within/],
  ])('the attachment URL with the path %s leads to a %s failure of the email', async (path, expected, reason) => {
    const before = mail.received.length
    const outcome = await send([path], {}, reason.source.includes('no answer') ? 400 : times.files)
    expect(outcome).toMatchObject({ class: expected, reason: expect.stringMatching(reason) })
    expect(mail.received).toHaveLength(before)
  })

  it('does not follow a redirect from an attachment URL', async () => {
    requestedPaths = []
    await send(['/moved'])
    expect(requestedPaths).toEqual(['/moved'])
  })

  it('sends attachments of exactly 10 MB and refuses more than 10 MB in total', async () => {
    expect(await send(['/exact'])).toMatchObject({ class: 'sent' })
    expect((await parseMail(mail.received.at(-1)!)).attachments[0]!.content).toHaveProperty('byteLength', MOST)
    expect(await send(['/half', '/half'])).toMatchObject({
      class: 'permanent',
      reason: expect.stringContaining('10485762 bytes'),
      remedies: { final: expect.stringContaining('10485760') },
    })
    const given = { filename: 'b.bin', size: MOST - 10, read: async () => Buffer.alloc(MOST - 10) }
    expect(await send([], { attachments: [given, { filename: 'a.bin', url: `${base}/good.bin` }] })).toMatchObject({
      class: 'permanent',
      reason: expect.stringContaining('the 10 bytes that are left'),
    })
  })
})
