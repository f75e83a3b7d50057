// Codes of an authenticator app (TOTP, RFC 6238): six digits that change every 30 seconds.
import { brand } from '../../brand.ts'

/**
 * Number of seconds by which the clock of the phone may differ. As a result, the codes before and after the current
 * code are accepted too.
 */
const TOLERANCE = 30

const CODE = /^\d{6}$/

/** Returns a new random secret of 160 bits in base32. */
export async function newSecret(): Promise<string> {
  const { generateSecret } = await import('otplib')
  return generateSecret()
}

/** Returns the address that an authenticator app reads from the QR code. */
export async function setupUri(secret: string, email: string): Promise<string> {
  const { generateURI } = await import('otplib')
  return generateURI({ issuer: brand.name, label: email, secret })
}

/** Returns whether the text has the format of a code, and is not a recovery code. */
export function isCode(text: string): boolean {
  return CODE.test(text)
}

/**
 * Returns the 30-second step of a right code. Returns undefined for a wrong code, and for a code of the step `after` or
 * an earlier step, because each code works once.
 */
export async function stepOf(secret: string, code: string, now: Date, after: number): Promise<number | undefined> {
  const { verifySync } = await import('otplib')
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE })
  return found.valid && 'timeStep' in found && found.timeStep > after ? found.timeStep : undefined
}
