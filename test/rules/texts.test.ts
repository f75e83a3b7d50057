// Rules about texts: placeholders, JSON, names, secrets, lengths.
import { describe, expect, it } from 'vitest'
import { codePoints } from '../../src/channels/text/text-length.ts'
import { canonicalJson, jsonProblems } from '../../src/lib/json/json-text.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { fitText } from '../../src/lib/text/fit-text.ts'
import { nearest } from '../../src/lib/text/nearest.ts'
import { createBudget, createFilling, fillPlaceholders, fillPlaceholdersDeep } from '../../src/lib/text/placeholders.ts'

describe('placeholders', () => {
  it('fills each placeholder once, ignores inherited properties, and lists the placeholders without a value', () => {
    const filling = createFilling({ name: '{{1}}', 1: 'one' }, createBudget(100))
    const text = fillPlaceholders(filling, '{{name}} {{ 1 }} {{constructor}} {{gone}}')
    expect(text).toBe('{{1}} one {{constructor}} {{gone}}')
    expect([...filling.missing]).toEqual(['constructor', 'gone'])
    expect(fillPlaceholdersDeep(createFilling({ x: 'y' }, createBudget(100)), { a: ['{{x}}', 1] })).toEqual({
      a: ['y', 1],
    })
  })
  it('stops filling at the first value that exceeds the budget, and reports the text that contains this value', () => {
    const budget = createBudget(12)
    const filling = createFilling({ x: 'xxxxx', y: '' }, budget)
    const blocks = [{ text: '{{x}} {{x}}' }, { text: '{{x}} {{y}}' }, '{{y}}']
    expect(fillPlaceholdersDeep(filling, { blocks })).toEqual({
      blocks: [{ text: 'xxxxx xxxxx' }, { text: '{{x}} {{y}}' }, '{{y}}'],
    })
    expect([budget.exceededAt, budget.left]).toEqual(['blocks.1.text', 2])
  })
  it('counts an empty value with the length of its placeholder, so that many empty values also reach the limit', () => {
    const budget = createBudget(12)
    expect(fillPlaceholders(createFilling({ y: '' }, budget), '{{y}}{{y}}{{y}}', 'body')).toBe('{{y}}')
    expect(budget.exceededAt).toBe('body')
  })
  it('escapes each value once, and only if it fits into the budget', () => {
    const escaped: string[] = []
    const write = (value: string) => {
      escaped.push(value)
      return `\\${value}`
    }
    const filling = createFilling({ a: '*', b: 'b'.repeat(100) }, createBudget(50))
    expect(fillPlaceholders(filling, '{{a}}{{a}} {{b}}', 'body', () => write)).toBe('\\*\\* {{b}}')
    expect(escaped).toEqual(['*'])
  })
})

describe('JSON values', () => {
  it.each([
    [{ a: 'x\u0000' }, 'a'],
    [{ a: ['\ud800'] }, 'a.0'],
    [{ a: Number.POSITIVE_INFINITY }, 'a'],
    [{ a: 2 ** 60 }, 'a'],
  ])('reports a JSON value that cannot be stored: %j at %s', (value, path) =>
    expect(jsonProblems(value, { depth: 8, most: 9 })[0]?.path).toBe(path),
  )
  it('reports that JSON is nested too deeply, and causes no stack overflow', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
    expect(jsonProblems(deep, { depth: 32, most: 100_000 })[0]?.message).toContain('32 levels')
  })
  it('reports JSON with too many values at any depth', () => {
    const found = (value: unknown) => jsonProblems(value, { depth: 8, most: 3 }).map(({ path }) => path)
    expect(found({ a: { b: 1 }, c: 2 })).toEqual([])
    expect(found({ c: 2, d: 3, a: { b: 1 } })).toEqual(['a'])
    expect(found([1, 2, 3, 4])).toEqual([''])
  })
  it('creates the same canonical JSON for any order of keys', () => {
    expect(canonicalJson({ b: 1, a: { d: 2, c: 3 } })).toBe('{"a":{"c":3,"d":2},"b":1}')
    expect(canonicalJson({ a: { c: 3, d: 2 }, b: 1 })).toBe('{"a":{"c":3,"d":2},"b":1}')
    expect(canonicalJson([{ b: null, a: [2, { z: 1, y: [] }] }])).toBe('[{"a":[2,{"y":[],"z":1}],"b":null}]')
  })
})

describe('names, lengths and secrets', () => {
  it('suggests the nearest known name only for a small misspelling', () => {
    expect(nearest('recipent', ['recipient', 'template'])).toBe('recipient')
    expect(nearest('xyzxyz', ['recipient', 'template'])).toBeUndefined()
  })
  it('counts each code point of a text as one character', () => expect(codePoints('a😀')).toBe(2))
  it('decrypts a secret only for its purpose and with its key', () => {
    const seal = createSeal('a master key of some length')
    const sealed = seal.close('secret', 'key')
    expect(seal.open(sealed, 'key')).toBe('secret')
    expect(() => seal.open(sealed, 'other')).toThrow()
    expect(() => createSeal('another master key').open(sealed, 'key')).toThrow()
    sealed[sealed.length - 1]! ^= 1
    expect(() => seal.open(sealed, 'key')).toThrow()
  })
})

describe('texts that are cut to a limit', () => {
  it.each([
    ['that fits', 'Twenty characters !!', 20, 'Twenty characters !!'],
    ['that is one character too long', 'Twenty-one characters', 20, 'Twenty-one characte…'],
    ['with a space at the cut', 'Confirm the order', 9, 'Confirm…'],
    ['with line breaks and tabs', ' a\n\tb ', 20, 'a b'],
    ['with a family emoji at the cut', 'abc👨‍👩‍👧‍👦de', 8, 'abc…'],
    ['with a flag at the cut', 'abcd🇮🇹🇮🇹', 9, 'abcd🇮🇹…'],
    ['with a combining accent', 'cafe\u0301s', 5, 'caf…'],
    ['of a single long grapheme', `e${'\u0301'.repeat(50)}`, 5, '…'],
  ])('cuts a text between graphemes: a text %s', (_title, text, limit, expected) => {
    expect(fitText(text, limit)).toBe(expected)
    expect(fitText(text, limit).length).toBeLessThanOrEqual(limit)
  })
})
