// Every language of the portal says the same things: the same keys, with the same values in the same sentences.
import { describe, expect, it } from 'vitest'
import * as englishFrame from '../../portal/src/texts/en/frame.ts'
import * as englishPages from '../../portal/src/texts/en/pages.ts'
import * as italianFrame from '../../portal/src/texts/it/frame.ts'
import * as italianPages from '../../portal/src/texts/it/pages.ts'

type Sentence = (...values: unknown[]) => string

/** A catalog as a flat list: `plan.title` and what stands there. */
function flat(texts: object, path = ''): [string, string | Sentence][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? flat(value, `${path}${key}.`) : [[path + key, value]],
  )
}

const english = new Map(flat({ ...englishFrame, ...englishPages }))
const languages = { it: new Map(flat({ ...italianFrame, ...italianPages })) }

/** What is put into sentences, to be found again in them. Those that ask for more than numbers have their own. */
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

/** The values a sentence holds, and the words that are the API's and not the language's. */
function fixedParts(key: string, text: string | Sentence): string[] {
  const rendered = typeof text === 'string' ? text : text(...valuesFor(key))
  const values = typeof text === 'string' ? [] : (rendered.match(/7[123]/g) ?? [])
  return [
    ...values,
    ...(rendered.match(/\{\{?\w+\}?\}|\b[a-z]+(?:_[a-z]+)+_?|SMTP_URL|"\w+":|\b[A-Z]{4}\b/g) ?? []),
  ].sort()
}

/** Words that are the same after one and after many: participles, units, prepositions. */
const SAME_FOR_ONE: Record<string, string[]> = {
  en: ['left', 'sent', 'delivered', 'failed', 'refused', 'waiting', 'new', 'changed', 'more', 'of', 'now', 'an', 'ms'],
  it: ['non', 'si', 'su', 'di', 'in', 'all', 'ms'],
}

/** The sentence with this number in every place. */
function withNumber(key: string, text: Sentence, n: number): string {
  if (key.startsWith('overview.conditions.'))
    return text({ channel: '', subject: '', reason: '', remedy: '', count: n, total: n })
  if (key === 'automations.runsSoFar') return text({ sent: n, refused: n, waiting: n })
  return key === 'timeline.paidBy' ? text('credits', n) : text(n, n, n)
}

/** A number that is counted is grouped; the number of a delivery or a line is not. */
const COUNTED = /50[.,]000/

describe.each(Object.entries({ en: english, ...languages }))('the catalog %s', (name, texts) => {
  it('gives a word after a number the form that the number asks for', () => {
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

describe.each(Object.entries(languages))('the catalog %s', (_name, texts) => {
  it('has the keys of the English one', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('puts the same values and names of the API into each sentence', () => {
    const translated = [...texts].filter(([key]) => !key.endsWith('Example'))
    const parts = (catalog: typeof texts) => translated.map(([key]) => [key, fixedParts(key, catalog.get(key)!)])
    expect(parts(texts)).toEqual(parts(english))
  })

  it('leaves no sentence in English, and none empty that English fills', () => {
    const same = [...texts].filter(([key, text]) => typeof text === 'string' && text === english.get(key))
    expect(same.filter(([, text]) => String(text).split(' ').length > 2)).toEqual([])
    expect([...texts].filter(([key, text]) => text === '' && english.get(key) !== '')).toEqual([])
  })
})
