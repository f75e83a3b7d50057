// Locale names from browsers.
import { expect, it } from 'vitest'
import { localeTag } from '../../portal/src/texts/locales.ts'

it.each([
  ['en-US', 'en-US'],
  ['en-US@posix', 'en-US'],
  ['it_IT.UTF-8', 'it-IT'],
  ['pt-br', 'pt-BR'],
  ['C', undefined],
  ['', undefined],
  ['en-US-u-ca-', undefined],
])('reads the browser locale %j as %j', (name, tag) => {
  expect(localeTag(name)).toBe(tag)
})
