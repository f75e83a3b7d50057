// The key of an email address. Spellings of the same address have the same key.
import { expect, it } from 'vitest'
import { emailKey } from '../../src/lib/text/email-address.ts'

it('lowercases only A to Z in the key of an email address', () => {
  expect(emailKey('Ada.LOVELACE+Tag@Shop.Example')).toBe('ada.lovelace+tag@shop.example')
  for (const letter of ['İ', 'ı', '\u212a', 'ſ', 'É', 'ｖ', 'Σ', 'ẞ'])
    expect([letter, emailKey(`${letter}@shop.example`)]).toEqual([letter, `${letter}@shop.example`])
})
