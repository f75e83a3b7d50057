// Recovery codes, which replace the code of a lost authenticator app. Each code works once.
import { randomInt } from 'node:crypto'
import { hashSecret } from '../../lib/seal.ts'
import { secondFactor } from '../../limits.ts'

/** Digits and letters without those that are easily confused: 32 characters, 5 bits each. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 4
const GROUP = 4

/** Returns new codes of 80 random bits, such as `7KQ2-M9XD-4HTC-WZ3A`, and the hashes that the database stores. */
export function newRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: secondFactor.recoveryCodes }, newCode)
  return { codes, hashes: codes.map(hashOfCode) }
}

/** Returns the hash of a code. Upper and lower case, spaces and hyphens make no difference. */
export function hashOfCode(code: string): Buffer {
  return hashSecret(code.replace(/[\s-]/g, '').toUpperCase())
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
