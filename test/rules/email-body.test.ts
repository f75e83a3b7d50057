// Email texts. A thread renders a long text with the same result as the main thread. If no thread can render a text,
// the text is escaped without the Markdown parser.
import { describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../src/channels/contract.ts'
import { emailTexts, renderBody, renderWithoutParser } from '../../src/channels/email/body.ts'
import { bodyOf } from '../../src/channels/email/body-threads.ts'

const messageOf = (body: string, markdown?: string) =>
  ({ body, ...(markdown === undefined ? {} : { own: { markdown } }) }) as OutgoingMessage

describe('email body', () => {
  it.each(['Read https://a.example now.\n\n', '**Read** [this](https://a.example)\n\n- x\n\n'])(
    'renders the same HTML and preview line in a thread and in the main thread: %j',
    async (text) => {
      for (const times of [1, 1000]) {
        const long = text.repeat(times)
        for (const message of [messageOf(long), messageOf('x', long)])
          expect(await bodyOf(message)).toEqual(renderBody(emailTexts(message)))
      }
    },
  )

  it('if no thread can render a text, escapes the text and keeps its paragraphs and line breaks', () => {
    const body = 'Hello <b>\nAda\n\n\nhttps://a.example'
    expect(renderWithoutParser({ body, markdown: undefined, caption: 'A & B' })).toEqual({
      html: '<p>Hello &lt;b&gt;<br>\nAda</p>\n<p>https://a.example</p>\n<p>A &amp; B</p>\n',
      preheader: 'Hello <b> Ada https://a.example',
    })
  })
})
