// Functions that read text from callers run in linear time. A long hostile text costs about as much as a harmless text
// of the same length.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type Marks, splitAtMarks } from '../../portal/src/parts/messages/marked-text.ts'
import { visitorOf } from '../../src/actions/visitor.ts'
import { throughGateway } from '../../src/channels/gateway.ts'
import { magicWordOf } from '../../src/channels/sandbox/magic-addresses.ts'
import { readCsv } from '../../src/lib/csv/csv-read.ts'
import { keywordOf } from '../../src/lib/text/keyword.ts'
import { withoutTrailingSlashes } from '../../src/lib/text/trailing-slashes.ts'
import { redacted } from '../../src/members/redact.ts'
import { columnsOf } from '../../src/recipients/import-columns.ts'
import { fillContent } from '../../src/templates/fill.ts'

const LENGTH = 60_000
const CHUNK = 65_536
/**
 * The limit in CPU milliseconds. Linear functions need 1 to 20. The quadratic functions that they replaced needed 1,000
 * and more.
 */
const MOST = 200

const marks: Marks = [
  ['**', 'strong'],
  ['*', 'em'],
  ['_', 'em'],
]

const readers: [name: string, read: (text: string) => unknown][] = [
  ['a variable of a Markdown email', (text) => markdownOf(text)],
  ['the audit log', (text) => redacted({ body: text })],
  ['the list of scanners', (text) => visitorOf({ 'user-agent': text })],
  ['the keywords of a reply', keywordOf],
  ['the magic addresses of the sandbox', (text) => magicWordOf(text, text)],
  ['a base address', withoutTrailingSlashes],
  ['the first line of a file', (text) => refusalOf(() => columnsOf(text.split(',')))],
  ['the marks of a chat message', (text) => splitAtMarks(text, marks)],
]

/** A hostile text is the name of a link scanner, then many copies of one of these strings, and then a letter. */
const repeated = [
  ' ',
  '\t',
  '\n',
  ' \n',
  '/',
  'http://a',
  'https://a?',
  '//',
  '://',
  '@',
  'a@',
  '+',
  '+a',
  '!',
  '! ',
  '-',
  '=',
  ',',
  'a,',
  '*',
  '*a',
  '*a*',
  '_*',
  '<',
  '<a',
  '0',
  '.0',
  'Mastodon/',
  'Mastodon/0',
  '{{',
  '{{a}}',
  '&#',
  '\u00a0',
  '🙂',
]

it.each(readers)('reads long hostile texts in linear time: %s', (_name, read) => {
  const costly = repeated.filter((part) => cpuOf(() => read(`Mastodon/${part.repeat(LENGTH / part.length)}a`)) > MOST)
  expect(costly).toEqual([])
})

it.each(['\n', ' \n', 'a\n', 'a,b,c\n'])(
  'reads CSV rows like %j about as fast as CSV rows of the expected length',
  async (row) => {
    const expected = await cpuOfRows('a,b\n')
    expect(await cpuOfRows(row)).toBeLessThan(3 * expected)
  },
)

describe('results of the functions that need only linear time', () => {
  it('writes special characters and outer spaces in the value of a Markdown variable as character references', () => {
    expect(markdownOf('\r\n a *b*  c \n')).toBe('Hello &#10;&#32;a &#42;b&#42;  c&#32;&#10;')
    expect(markdownOf('   ')).toBe('Hello &#32;&#32;&#32;')
    expect(markdownOf('')).toBe('Hello ')
  })

  it('removes the punctuation around a keyword', () => {
    expect(keywordOf(' «¡STOP!» …')).toBe('stop')
    expect(keywordOf('(Stop,  all)')).toBe('stop, all')
    expect(keywordOf('?! …')).toBe('')
    expect(keywordOf('👍')).toBe('👍')
  })

  it('removes the query and fragment of every URL in the audit log', () => {
    const text = 'http://a?b http://c/d?e=1?2 HTTPS://f/g see https://h:pw@i/?j http://k#l http://m/n#o?p'
    expect(redacted(text)).toBe(
      'http://a?•••• http://c/d?•••• HTTPS://f/g see https://•••@i/?•••• http://k?•••• http://m/n?••••',
    )
  })

  it('the audit log shows no part of a secret, even if the audit log cuts the text inside the secret', () => {
    for (let before = 3_900; before < 4_100; before++) {
      const text = `https://example.com/?${'q'.repeat(before)} https://user:hidden@example.com svc_live_hidden`
      expect(redacted(text)).not.toMatch(/hidde/)
    }
  })

  it('removes the slashes at the end of a base URL', () => {
    expect(withoutTrailingSlashes('https://a/b//')).toBe('https://a/b')
    expect(withoutTrailingSlashes('///')).toBe('')
    expect(throughGateway('https://a.example/c?d', 'https://gateway.example/b//').href).toBe(
      'https://gateway.example/b/c?d',
    )
  })

  it('finds formatted parts of a text only between two marks on the same line', () => {
    expect(splitAtMarks('*a* b*c* *d *e* **f**\n*g\nh*', marks)).toEqual([
      { text: 'a', tag: 'em' },
      { text: ' b*c* ' },
      { text: 'd *e', tag: 'em' },
      { text: ' ' },
      { text: 'f', tag: 'strong' },
      { text: '\n' },
      { text: '*g\n' },
      { text: 'h*' },
    ])
  })
})

function markdownOf(value: string): unknown {
  const template = { body: 'Hello {{1}}', own: { markdown: true } }
  return fillContent(template, 'email', { 1: value }, undefined).own?.markdown
}

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/** Returns the processor time of this process in milliseconds. It depends little on other programs of the machine. */
function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return cpuSince(before)
}

/** Returns the CPU milliseconds for reading a file with a header of two columns and 100,000 copies of the row. */
async function cpuOfRows(row: string): Promise<number> {
  const file = Buffer.from(`email,name\n${row.repeat(100_000)}`)
  const chunks = Array.from({ length: file.length / CHUNK + 1 }, (_, n) => file.subarray(n * CHUNK, (n + 1) * CHUNK))
  const before = process.cpuUsage()
  for await (const _row of readCsv(Readable.from(chunks), 262_144));
  return cpuSince(before)
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
