// Encrypted ("sealed") values. A value in the format of version 0.1.0 can be decrypted in any database row. A value
// in the newer, bound format can be decrypted only in the row for which it was encrypted.
import { describe, expect, it } from 'vitest'
import { createSeal } from '../../src/lib/seal.ts'
import { versionAtLeast } from '../../src/lib/versions.ts'

const KEY = 'a master key of some length'
const OTHER = 'another master key, as long'
const place = { purpose: 'key', row: '["keys","sealed",1,7]' }
const neighbor = { purpose: 'key', row: '["keys","sealed",1,8]' }

describe('sealed value that is the same each time', () => {
  const seal = createSeal(KEY)
  it('encrypts a text to the same value each time, and to a different value for another text, purpose or key', () => {
    const sealed = seal.closeSame('link', 'unsubscribe')
    expect(seal.closeSame('link', 'unsubscribe')).toEqual(sealed)
    expect(seal.open(sealed, 'unsubscribe')).toBe('link')
    const others = [
      seal.closeSame('links', 'unsubscribe'),
      seal.closeSame('link', 'other'),
      createSeal(OTHER).closeSame('link', 'unsubscribe'),
    ]
    // Compares the nonces. A nonce follows the first byte, which identifies the format.
    for (const other of others) expect(other.subarray(1, 13)).not.toEqual(sealed.subarray(1, 13))
    expect(() => seal.open(sealed, 'other')).toThrow()
  })
})

describe('sealed value in the bound form', () => {
  const seal = createSeal(KEY)
  it('a value that was encrypted for one row can be decrypted only for that row and only with its key', () => {
    const sealed = seal.closeAt('secret', place, true)
    expect(seal.openAt(sealed, place)).toBe('secret')
    expect(() => seal.openAt(sealed, neighbor)).toThrow()
    expect(() => createSeal(OTHER).openAt(sealed, place)).toThrow()
  })

  it('refuses an encrypted value if the byte that identifies its form was changed', () => {
    const bound = Buffer.from(seal.closeAt('secret', place, true))
    bound[0] = 1
    expect(() => seal.openAt(bound, place)).toThrow()
    const old = Buffer.from(seal.closeAt('secret', place, false))
    old[0] = 2
    expect(() => seal.openAt(old, place)).toThrow()
  })

  it('a value that was encrypted for one row stays bound to this row when it is encrypted again', () => {
    const sealed = createSeal(OTHER).closeAt('secret', place, true)
    const both = createSeal(KEY, [OTHER])
    const again = both.sealAgain(sealed, place, false)!
    expect([again[0], seal.openAt(again, place)]).toEqual([2, 'secret'])
    expect(both.sealAgain(again, place, false)).toBeUndefined()
    expect(both.sealAgain(again, place, true)).toBeUndefined()
  })
})

describe('sealed value in the format of version 0.1.0', () => {
  it('decrypts a value of version 0.1.0 in any row, and refuses it after requireBound was called', () => {
    const seal = createSeal(KEY, [OTHER])
    const sealed = seal.close('secret', 'key')
    expect(seal.openAt(sealed, place)).toBe('secret')
    expect(seal.openAt(sealed, neighbor)).toBe('secret')
    expect(seal.openAt(seal.closeAt('secret', place, false), place)).toBe('secret')
    seal.requireBound()
    for (const at of [place, neighbor]) expect(() => seal.openAt(sealed, at)).toThrow('no longer accepted')
    expect(() => seal.sealAgain(sealed, place, true)).toThrow('no longer accepted')
  })

  it('decrypts an encrypted link even when the format of version 0.1.0 is no longer accepted in database rows', () => {
    const seal = createSeal(KEY, [OTHER])
    const link = createSeal(OTHER).close('recipient', 'unsubscribe')
    seal.requireBound()
    expect(seal.open(link, 'unsubscribe')).toBe('recipient')
    expect(() => seal.open(link, 'push-registration')).toThrow()
  })

  it('encrypts a value of version 0.1.0 again with the newest key, and after the upgrade binds it to its row', () => {
    const sealed = createSeal(OTHER).close('secret', 'key')
    const seal = createSeal(KEY, [OTHER])
    const resealed = seal.sealAgain(sealed, place, false)!
    expect([resealed[0], createSeal(KEY).open(resealed, 'key')]).toEqual([1, 'secret'])
    const bound = seal.sealAgain(resealed, place, true)!
    expect([bound[0], createSeal(KEY).openAt(bound, place)]).toEqual([2, 'secret'])
  })
})

describe('comparison of versions', () => {
  it.each([
    ['0.2.0', '0.2.0', true],
    ['0.2.1', '0.2.0', true],
    ['0.10.0', '0.9.9', true],
    ['1.0.0', '0.9.9', true],
    ['0.2.0-rc.1', '0.2.0', true],
    ['0.1.9', '0.2.0', false],
    ['0.2.0', '1.0.0', false],
    ['unknown', '0.0.1', false],
    [undefined, '0.0.1', false],
    [null, '0.0.1', false],
  ])('compares the version %s with the minimum %s: %s', (version, least, expected) => {
    expect(versionAtLeast(version, least)).toBe(expected)
  })
})
