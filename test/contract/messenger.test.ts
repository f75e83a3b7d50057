// Requests to Messenger: texts, buttons, quick replies and attachments, in the forms of Meta's own examples.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Media, OutgoingMessage } from '../../src/channels/contract.ts'
import { actionToken, createActions, messengerAccepted, sendToGraph } from '../harness/graph.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

const media = (type: Media['type']): Media => ({ url: `https://shop.example/${type}`, type })

describe('messages to Messenger', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => messengerAccepted)
  })
  afterAll(() => provider.stop())

  /** Returns the request bodies of one attempt. */
  const sent = async (change: Partial<OutgoingMessage>) => {
    const before = provider.received.length
    expect(await sendToGraph('messenger', provider, change)).toMatchObject({ class: 'sent', externalId: 'm_1' })
    return provider.received.slice(before).map(({ text }) => JSON.parse(text))
  }
  const message = async (change: Partial<OutgoingMessage>) => (await sent(change)).at(-1).message

  it('sends a Messenger text from the page to the recipient', async () => {
    expect(await sent({})).toEqual([
      { recipient: { id: 'psid-1' }, messaging_type: 'UPDATE', message: { text: 'Hello' } },
    ])
    const { path, headers } = provider.received.at(-1)!
    expect([path, headers.authorization]).toEqual(['/v23.0/30/messages', 'Bearer secret-token'])
  })

  it('sends up to three actions as Messenger postback buttons that contain only the tokens', async () => {
    expect(await message({ actions: createActions('Yes', 'No') })).toEqual({
      attachment: {
        type: 'template',
        payload: {
          template_type: 'button',
          text: 'Hello',
          buttons: [
            { type: 'postback', title: 'Yes', payload: actionToken('A') },
            { type: 'postback', title: 'No', payload: actionToken('B') },
          ],
        },
      },
    })
  })

  it.each([1, 2, 3, 4, 5])('sends all %i actions of a Messenger message', async (count) => {
    const actions = createActions(...['Yes', 'No', 'Later', 'Never', 'Call me'].slice(0, count))
    for (const body of ['Hello', 'x'.repeat(640), 'x'.repeat(2000)]) {
      const json = JSON.stringify(await message({ actions, body }))
      for (const { token, label } of actions) for (const part of [token, label]) expect(json).toContain(part)
      expect(json).toContain(body)
    }
  })

  it('sends actions as Messenger link buttons if the template requests it [MSGR-04]', async () => {
    const { attachment } = await message({ actions: createActions('Yes'), own: { buttons: 'url' } })
    expect(attachment.payload.buttons).toEqual([
      { type: 'web_url', title: 'Yes', url: 'https://notify.example/v1/svc/action/0' },
    ])
  })

  it.each<[string, Partial<OutgoingMessage>]>([
    ['four or five actions', { actions: createActions('a', 'b', 'c', 'd', 'e') }],
    ['a text too long for a button template', { actions: createActions('a'), body: 'x'.repeat(641) }],
    ['links that do not fit a template', { actions: createActions('a', 'b', 'c', 'd'), own: { buttons: 'url' } }],
    ['a template that requests quick replies', { actions: createActions('a'), own: { buttons: 'quick_reply' } }],
  ])('sends Messenger quick replies for %s [MSGR-03]', async (_title, change) => {
    const { text, quick_replies: replies } = await message(change)
    expect(text).toBe(change.body ?? 'Hello')
    expect(replies).toEqual(
      change.actions!.map(({ label, token }) => ({ content_type: 'text', title: label, payload: token })),
    )
  })

  it('shortens long Messenger button labels and keeps them distinct', async () => {
    const { attachment } = await message({
      actions: createActions('Confirm the appointment A', 'Confirm the appointment B'),
    })
    expect(attachment.payload.buttons.map(({ title }: { title: string }) => title)).toEqual([
      'Confirm the appoint…',
      'Confirm the appoi… 2',
    ])
  })

  it.each<[Media['type'], string]>([
    ['image', 'image'],
    ['video', 'video'],
    ['document', 'file'],
  ])('sends media (%s) to Messenger as an attachment before the text [MSGR-05] [MSGR-06]', async (type, kind) => {
    const [first, second] = await sent({ media: { ...media(type), caption: 'Caption' } })
    expect(first.message).toEqual({
      attachment: { type: kind, payload: { url: `https://shop.example/${type}`, is_reusable: false } },
    })
    expect(second.message).toEqual({ text: 'Caption\n\nHello' })
  })

  it('sends media to Messenger once, even if the text after the media is retried', async () => {
    const before = provider.received.length
    provider.reply((request) => (request.text.includes('attachment') ? messengerAccepted : { status: 500, body: {} }))
    const change = { media: media('image') }
    const first = await sendToGraph('messenger', provider, change)
    expect(first).toMatchObject({ class: 'retryable', progress: { media: 'm_1' } })
    provider.reply(() => messengerAccepted)
    expect((await sendToGraph('messenger', provider, change, undefined, { progress: first.progress! })).class).toBe(
      'sent',
    )
    const kinds = provider.received.slice(before).map(({ text }) => Object.keys(JSON.parse(text).message)[0])
    expect(kinds).toEqual(['attachment', 'text', 'text'])
  })

  it.skipIf(!oraclesDir)("sends Messenger requests in the forms of Meta's examples", async () => {
    const collection = JSON.parse(oracleText('messenger/messenger-platform-api.postman_collection.json'))
    const sendApi = collection.item.find(({ name }: { name: string }) => name === 'Send API')
    const example = (name: string) => {
      const found = sendApi.item.find((item: { name: string }) => item.name === name)
      return JSON.parse(found.request.body.raw)
    }
    const [text] = await sent({})
    const [photo] = await sent({ media: media('image') })
    const [replies] = await sent({ actions: createActions('a', 'b', 'c', 'd') })
    const [buttons] = await sent({ actions: createActions('a', 'b'), own: { buttons: 'url' } })
    for (const [name, body] of Object.entries({
      'Text Message': text,
      'Media Message (Photo)': photo,
      'Quick Replies': replies,
      'Button Template': buttons,
    })) {
      const allowed = [...formOf(example(name)), '/messaging_type', '/recipient/id']
      expect(
        formOf(body).filter((place) => !allowed.includes(place)),
        name,
      ).toEqual([])
    }
  })
})

/**
 * Returns every path in a JSON value. All items of a list have the same path. The path of a field that names a type,
 * such as `template_type`, ends with the value of the field.
 */
function formOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => formOf(item, `${at}[]`)))]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => formOf(item, `${at}/${key}`))
  return [/\/(type|template_type|content_type)$/.test(at) ? `${at}=${String(value)}` : at]
}
