// Hostile variables near backticks and inside URLs: a value creates no link and changes no label.
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { fillContent } from '../../src/templates/fill.ts'

const reader = new MarkdownIt('commonmark', { html: false })
const linksIn = (markdown: string) =>
  reader
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])

const filled = (channel: 'discord' | 'slack', body: string, own: object | undefined, vars: Record<string, string>) =>
  fillContent({ body, ...(own ? { own: own as Record<string, unknown> } : {}) }, channel, vars, undefined)

/** Fills the text into each Markdown field: a message and an embed on Discord, and a Markdown block of Slack. */
function markdowns(text: string, vars: Record<string, string>): string[] {
  const embeds = [{ description: text }]
  const blocks = [{ type: 'markdown', text }]
  const { own: discord } = filled('discord', ' ', { embeds }, vars)
  const { own: slack } = filled('slack', ' ', { blocks }, vars)
  return [
    filled('discord', text, undefined, vars).body,
    (discord as { embeds: typeof embeds }).embeds[0]!.description,
    (slack as { blocks: typeof blocks }).blocks[0]!.text,
  ]
}

const STRAY = [
  '5` each, hello {{v}}',
  '5`` each `a` {{v}}',
  '\\`a` {{v}}',
  '\\\\` {{v}}',
  '\\`` {{v}}',
  '``a` {{v}}',
  '```\n{{v}}',
  '5` each\n\n{{v}} and `code`',
  '<https://shop.example/`> {{v}} `',
]
const VALUES = [
  '\\[Verify\\](https://evil.example)',
  '[Verify](https://evil.example)',
  '![Verify](https://evil.example)',
  '\n\n\\[Verify\\](https://evil.example)',
  '` \\[Verify\\](https://evil.example)',
  '`` [Verify](https://evil.example)',
]

describe('hostile values in code', () => {
  it.each(STRAY.flatMap((text) => VALUES.map((value) => [text, value] as const)))(
    'creates no link when the template %j, which has a stray backtick, is filled with the value %j',
    (text, value) => {
      const authors = linksIn(text.replaceAll('{{v}}', 'x'))
      for (const markdown of markdowns(text, { v: value })) {
        const links = linksIn(markdown).filter((link) => !authors.includes(link))
        expect([markdown, links]).toEqual([markdown, []])
      }
    },
  )

  it('escapes a bracket in a value even if the previous value ends in a backslash', () => {
    const vars = { a: '\\', b: '[x', c: '](https://evil.example)' }
    for (const text of ['5` {{a}}{{b}}{{a}}{{c}}', '5` each\n\n{{a}}{{b}}{{a}}{{c}} `'])
      for (const markdown of markdowns(text, vars)) expect([markdown, linksIn(markdown)]).toEqual([markdown, []])
  })

  it('keeps the formatting characters and backslashes of a value unchanged between a pair of backticks', () => {
    for (const text of ['`{{v}}`', '``{{v}} ` ``', '```\n{{v}}\n```', '\\\\`{{v}}`'])
      for (const markdown of markdowns(text, { v: 'C:\\a_b*' }))
        expect(markdown).toBe(text.replace('{{v}}', 'C:\\a_b*'))
  })

  it('after an unclosed backtick, a value is escaped as text and its backticks are replaced by apostrophes', () => {
    const [discord] = markdowns('5` each, {{v}}', { v: '`a_b`' })
    expect(discord).toBe("5` each, 'a\\_b'")
  })

  it("a vertical bar in a value does not change the label of a link that a template writes in Slack's own markup", () => {
    const text = '<https://shop.example/{{v}}|Open {{v}}> {{v}} <{{v}}>'
    const blocks = [
      { type: 'section', text: { type: 'mrkdwn', text }, fields: [{ type: 'plain_text', text: '<{{v}}' }] },
    ]
    const { own } = filled('slack', ' ', { blocks }, { v: 'x|Sign in' })
    const [block] = (own as { blocks: typeof blocks }).blocks
    expect(block?.text.text).toBe('<https://shop.example/x%7CSign in|Open x|Sign in> x|Sign in <x%7CSign in>')
    expect(block?.fields[0]?.text).toBe('<x|Sign in')
  })
})
