// The providers' schemas, which tests use to validate requests. Each schema accepts a valid request and finds the error
// in an invalid request.
import { describe, expect, it } from 'vitest'
import { oracleProblems, oraclesDir } from '../harness/oracles.ts'

const whatsapp = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '393331234567' }

describe.skipIf(!oraclesDir)('schemas of providers', () => {
  it.each<[string, string, object, object]>([
    ['telegram', '/bot1:a/sendMessage', { chat_id: '1', text: 'x' }, { chat_id: '1', text: 'x'.repeat(4097) }],
    [
      'telegram photos',
      '/bot1:a/sendPhoto',
      { chat_id: 1, photo: 'https://x/y' },
      { chat_id: 1, picture: 'https://x/y' },
    ],
    ['discord', '/api/webhooks/1/t?wait=true', { content: 'x' }, { content: 'x'.repeat(2001) }],
    ['slack', '/api/chat.postMessage', { channel: 'C1', text: 'x' }, { text: 'x', blocks: [{ type: 'section' }, 1] }],
    ["slack's incoming webhook", '/services/T/B/x', { text: 'x' }, { message: 'x' }],
    [
      'whatsapp',
      '/v23.0/1/messages',
      { ...whatsapp, type: 'text', text: { body: 'x' } },
      { ...whatsapp, type: 'text', text: { text: 'x' } },
    ],
    [
      'fcm',
      '/v1/projects/p/messages:send',
      { message: { token: 't', data: { n: '1' } } },
      { message: { token: 't', data: { n: 1 } } },
    ],
  ])('the schema of %s accepts a valid request and refuses an invalid request', async (_title, path, good, bad) => {
    expect(await oracleProblems(path, good)).toEqual([])
    expect(await oracleProblems(path, bad)).not.toEqual([])
  })

  it('returns undefined for a path without a schema', async () => {
    expect(await oracleProblems('/v23.0/me/messages', { recipient: { id: '1' } })).toBeUndefined()
  })
})
