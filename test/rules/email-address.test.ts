// The key by which two spellings of an email address are the same.
import { expect, it } from 'vitest'
import { emailKey } from '../../src/lib/text/email-address.ts'

it('folds A to Z and leaves every other character of an email address as it is', () => {
  expect(emailKey('Ada.LOVELACE+Tag@Shop.Example')).toBe('ada.lovelace+tag@shop.example')
  for (const letter of ['İ', 'ı', '\u212a', 'ſ', 'É', 'ｖ', 'Σ', 'ẞ'])
    expect([letter, emailKey(`${letter}@shop.example`)]).toEqual([letter, `${letter}@shop.example`])
})
