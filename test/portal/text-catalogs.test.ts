// Tests that the Italian texts of the portal have the keys, values and plural forms of the English texts.
import { describe, expect, it } from 'vitest'
import * as englishFrame from '../../portal/src/texts/en/frame.ts'
import * as englishPages from '../../portal/src/texts/en/pages.ts'
import * as italianFrame from '../../portal/src/texts/it/frame.ts'
import * as italianPages from '../../portal/src/texts/it/pages.ts'

type Sentence = (...values: unknown[]) => string

/** Returns the texts of a language as a flat list of keys, such as `plan.title`, and values. */
function flat(texts: object, path = ''): [string, string | Sentence][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? flat(value, `${path}${key}.`) : [[path + key, value]],
  )
}

const english = new Map(flat({ ...englishFrame, ...englishPages }))
const languages = { it: new Map(flat({ ...italianFrame, ...italianPages })) }

/**
 * Arguments for the text functions. The test then searches the texts for these arguments. Some functions need other
 * types than numbers.
 */
const VALUES = [71, 72, 73]
const OWN_VALUES: Record<string, unknown[]> = {
  'automations.runsSoFar': [{ sent: 71, refused: 72, waiting: 73 }],
  'timeline.paidBy': ['credits', 72],
}
const valuesFor = (key: string) =>
  OWN_VALUES[key] ??
  (key.startsWith('overview.conditions.')
    ? [{ channel: '', subject: '71', reason: '72', remedy: '73', count: 71, total: 72 }]
    : VALUES)

/** Returns the arguments and the API names in a text. Both are the same in all languages. */
function fixedParts(key: string, text: string | Sentence): string[] {
  const rendered = typeof text === 'string' ? text : text(...valuesFor(key))
  const values = typeof text === 'string' ? [] : (rendered.match(/7[123]/g) ?? [])
  return [
    ...values,
    ...(rendered.match(/\{\{?\w+\}?\}|\b[a-z]+(?:_[a-z]+)+_?|SMTP_URL|"\w+":|\b[A-Z]{4}\b/g) ?? []),
  ].sort()
}

/** Words with the same form after 1 and after other numbers: participles, units, prepositions. */
const SAME_FOR_ONE: Record<string, string[]> = {
  en: [
    'left',
    'sent',
    'done',
    'delivered',
    'failed',
    'refused',
    'waiting',
    'added',
    'updated',
    'usable',
    'consecutive',
    'more',
    'of',
    'per',
    'for',
    'ms',
    // States of messages.
    'pending',
    'read',
    'canceled',
    'due',
    'retrying',
    'paused',
  ],
  it: ['non', 'si', 'su', 'di', 'in', 'all', 'ms', 'da'],
}

/** Returns the text with `n` for every number. */
function withNumber(key: string, text: Sentence, n: number): string {
  if (key.startsWith('overview.conditions.'))
    return text({ channel: '', subject: '', reason: '', remedy: '', count: n, total: n })
  if (key === 'automations.runsSoFar') return text({ sent: n, refused: n, waiting: n })
  return key === 'timeline.paidBy' ? text('credits', n) : text(n, n, n)
}

/** Texts group the digits of counts, but not of ids and line numbers. */
const COUNTED = /50[.,]000/

describe.each(Object.entries({ en: english, ...languages }))('the texts in %s', (name, texts) => {
  it('a text uses the singular after the number 1 and the plural after other numbers', () => {
    const wordsAfter = (key: string, text: Sentence, n: number) =>
      [...withNumber(key, text, n).matchAll(new RegExp(`(?<![\\d.,])${n} (\\p{Ll}+)`, 'gu'))].map(([, word]) => word!)
    const wrong = [...texts].flatMap(([key, text]) => {
      if (typeof text === 'string' || !COUNTED.test(withNumber(key, text, 50_000))) return []
      const afterTwo = wordsAfter(key, text, 2)
      return wordsAfter(key, text, 1)
        .filter((word, at) => word === afterTwo[at] && !SAME_FOR_ONE[name]!.includes(word))
        .map((word) => `${key}: 1 ${word}`)
    })
    expect(wrong).toEqual([])
  })
})

describe.each(Object.entries(languages))('the texts in %s', (_name, texts) => {
  it('a translation has the same text keys as the English texts', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('a translation contains the same values and API names as the English texts', () => {
    const translated = [...texts].filter(([key]) => !key.endsWith('Example'))
    const parts = (catalogue: typeof texts) => translated.map(([key]) => [key, fixedParts(key, catalogue.get(key)!)])
    expect(parts(texts)).toEqual(parts(english))
  })

  it('a translation covers every sentence, and no text is empty', () => {
    const same = [...texts].filter(([key, text]) => typeof text === 'string' && text === english.get(key))
    expect(same.filter(([, text]) => String(text).split(' ').length > 2)).toEqual([])
    expect([...texts].filter(([key, text]) => text === '' && english.get(key) !== '')).toEqual([])
  })
})
