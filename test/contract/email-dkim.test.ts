// DKIM signatures and one-click unsubscribe, verified by an independent library and by the vectors of RFC 8058.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmailSender } from '../../src/channels/email/sending.ts'
import { createMailCall, shortTimeouts } from '../harness/mail-call.ts'
import { type MailServer, parseMail, type ReceivedMail, startMailServer } from '../harness/smtp.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** The only name server in this test. */
const resolver = async (name: string, type: string): Promise<string[][]> => {
  if (type === 'TXT' && name === 'mail._domainkey.shop.example') {
    return [[`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`]]
  }
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
}

const vectorsFile = path.join(process.env.ORACLES_DIR ?? '/nowhere', 'email', 'rfc8058-vectors.json')

interface Vector {
  input: { list_unsubscribe: string; list_unsubscribe_post: string }
  expected: { kind: 'OneClick'; url: string } | { kind: 'Mailto'; address: string }
}

/**
 * Reads the two unsubscribe headers as RFC 8058 requires: one click needs an https address and the exact Post header.
 */
function readUnsubscribe(list: string, post: string): Vector['expected'] | undefined {
  const addresses = [...list.matchAll(/<([^>]+)>/g)].map((match) => match[1]!)
  const url = addresses.find((address) => address.startsWith('https://'))
  if (url && post === 'List-Unsubscribe=One-Click') return { kind: 'OneClick', url }
  const mailto = addresses.find((address) => address.startsWith('mailto:'))
  return mailto ? { kind: 'Mailto', address: mailto.slice('mailto:'.length) } : undefined
}

describe('DKIM-signed email', () => {
  let mail: MailServer
  let receivedMail: ReceivedMail
  beforeAll(async () => {
    mail = await startMailServer()
    const call = createMailCall(mail.url, { body: 'Ciao, perché no? €\n.\n..two dots\n\n  trailing   \n' })
    const dkim = { domain: 'shop.example', selector: 'mail', private_key: privateKey }
    const outcome = await createEmailSender(shortTimeouts).send({ ...call, settings: { ...call.settings, dkim } })
    expect(outcome).toMatchObject({ class: 'sent' })
    receivedMail = mail.received[0]!
  })
  afterAll(() => mail.stop())
  const verify = (raw: Buffer) => dkimVerify(raw, { resolver, sender: 'hello@shop.example' })

  it('an email passes DKIM verification, and its signature covers the headers that one-click unsubscribe requires', async () => {
    const { results } = await verify(receivedMail.raw)
    expect(results).toHaveLength(1)
    expect(results[0]!.status).toMatchObject({ result: 'pass', aligned: 'shop.example' })
    const { signingHeaders } = results[0] as unknown as { signingHeaders: { keys: string } }
    const covered = signingHeaders.keys.split(':').map((key) => key.trim().toLowerCase())
    for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
      expect(covered).toContain(name)
  })

  it.each([
    ['List-Unsubscribe', /(List-Unsubscribe: <https:\/\/notify)/, 'List-Unsubscribe: <https://evil'],
    ['List-Unsubscribe-Post', /List-Unsubscribe=One-Click/, 'List-Unsubscribe=Two-Click'],
    ['the subject', /Your order/, 'Our order'],
    ['the body', /Ciao/, 'Addio'],
  ])('an email fails DKIM verification when %s is changed in transit', async (_title, from, to) => {
    const changed = Buffer.from(receivedMail.raw.toString('latin1').replace(from, to), 'latin1')
    expect(changed.equals(receivedMail.raw)).toBe(false)
    expect((await verify(changed)).results[0]!.status.result).not.toBe('pass')
  })

  it('an email contains each of the two one-click unsubscribe headers once, as RFC 8058 requires', async () => {
    const { headers } = await parseMail(receivedMail)
    const of = (key: string) => headers.filter((line) => line.key === key).map((line) => line.value)
    expect(of('list-unsubscribe')).toHaveLength(1)
    expect(of('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    expect(readUnsubscribe(of('list-unsubscribe')[0]!, of('list-unsubscribe-post')[0]!)).toEqual({
      kind: 'OneClick',
      url: 'https://notify.example/u/1',
    })
  })

  it.skipIf(!existsSync(vectorsFile))(
    'the header parser of this test file returns the results that the RFC 8058 test vectors expect',
    () => {
      const vectors = JSON.parse(readFileSync(vectorsFile, 'utf8')) as Vector[]
      expect(vectors.length).toBeGreaterThan(0)
      for (const { input, expected } of vectors)
        expect(readUnsubscribe(input.list_unsubscribe, input.list_unsubscribe_post)).toMatchObject(
          expected.kind === 'OneClick'
            ? { kind: 'OneClick', url: expected.url }
            : { kind: 'Mailto', address: expected.address },
        )
    },
  )
})
