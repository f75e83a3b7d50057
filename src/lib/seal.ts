// Encrypts stored secrets with AES-256-GCM. A secret is bound to its row: it cannot be decrypted after it is moved to
// another row.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const NONCE = 12
const TAG = 16

/** The first byte of an encrypted value states its format. */
const UNBOUND = 1
const BOUND = 2

/** The database row of an encrypted value, and the kind of the value. */
export interface SealPlace {
  /**
   * The kind of the value. The format of 0.1.0 authenticates only this kind. Therefore an attacker could move a value
   * to another row that has a value of the same kind.
   */
  purpose: string
  /**
   * The column and the row. The current format authenticates both, so a value that was moved to another row cannot be
   * decrypted.
   */
  row: string
}

export interface Seal {
  /**
   * Encrypts a text that has no row, such as the content of a link. Returns the format byte, the nonce, the tag and the
   * ciphertext.
   */
  close(text: string, purpose: string): Buffer
  /**
   * Encrypts like `close`, and returns the same bytes for the same text. The result reveals only that two texts are
   * equal.
   */
  closeSame(text: string, purpose: string): Buffer
  /** Decrypts a value. Throws if the value was changed, or was encrypted with another key or for another purpose. */
  open(sealed: Buffer, purpose: string): string
  /**
   * Encrypts a text and binds it to its row. With `bound: false`, uses the format of 0.1.0, which does not bind the
   * text to the row.
   */
  closeAt(text: string, place: SealPlace, bound: boolean): Buffer
  /**
   * Decrypts a value in the current format or in that of 0.1.0. Throws in the same cases as `open`. After a call of
   * `requireBound`, also throws if the value has the format of 0.1.0.
   */
  openAt(sealed: Buffer, place: SealPlace): string
  /**
   * Makes `openAt` refuse the format of 0.1.0, which is not bound to a row. Call this function after all rows were
   * encrypted again. A value in the format of 0.1.0 that is found later must have been moved from another place.
   */
  requireBound(): void
  /** Returns the HMAC-SHA256 of the text, with a key that is derived for `purpose`. */
  mac(text: string, purpose: string): Buffer
  /** Returns true if the first key of this seal decrypts the value. Does not use the keys in `others`. */
  opensAlone(sealed: Buffer, purpose: string): boolean
  /**
   * Encrypts the value again with the first key of this seal. Returns undefined if the value needs no change. If
   * `bound` is true, uses the current format, which is bound to a row. A value that already has this format keeps it.
   * Throws in the same cases as `openAt`.
   */
  sealAgain(sealed: Buffer, place: SealPlace, bound: boolean): Buffer | undefined
  /**
   * One seal for each master key except the first. While the master key is being replaced, values that were encrypted
   * with these keys, and MACs that were computed with them, are still accepted.
   */
  readonly others: readonly Seal[]
}

/** The first key encrypts. All keys can decrypt. */
type Keys = [own: KeyObject, ...others: KeyObject[]]

/** Creates a seal. It derives its keys by HKDF-SHA256 from secret texts, which must have at least 16 characters. */
export function createSeal(masterKey: string, otherKeys: readonly string[] = []): Seal {
  const own = derive(masterKey, 'seal')
  const keys: Keys = [own, ...otherKeys.map((text) => derive(text, 'seal'))]
  const macKeys = new Map<string, KeyObject>()
  let requiresBound = false
  const seal: Seal = {
    others: otherKeys.map((other) => createSeal(other)),
    close: (text, purpose) => encrypt(own, text, UNBOUND, purpose),
    // The nonce is a MAC of the text, so it repeats only if the same text is encrypted again.
    closeSame: (text, purpose) =>
      encrypt(own, text, UNBOUND, purpose, seal.mac(text, `nonce:${purpose}`).subarray(0, NONCE)),
    open: (sealed, purpose) => decryptWithOne(keys, sealed, UNBOUND, purpose),
    closeAt: (text, { purpose, row }, bound) =>
      bound ? encrypt(own, text, BOUND, row) : encrypt(own, text, UNBOUND, purpose),
    openAt(sealed, { purpose, row }) {
      if (sealed[0] === BOUND) return decryptWithOne(keys, sealed, BOUND, row)
      if (requiresBound) throw new Error('sealed in a form that is no longer accepted')
      return decryptWithOne(keys, sealed, UNBOUND, purpose)
    },
    requireBound() {
      requiresBound = true
    },
    mac(text, purpose) {
      let macKey = macKeys.get(purpose)
      if (!macKey) {
        macKey = derive(masterKey, `mac:${purpose}`)
        macKeys.set(purpose, macKey)
      }
      return createHmac('sha256', macKey).update(text).digest()
    },
    opensAlone: (sealed, purpose) => canDecrypt(own, sealed, UNBOUND, purpose),
    sealAgain(sealed, place, bound) {
      const { purpose, row } = place
      const wasBound = isBound(sealed)
      const isOwn = wasBound ? canDecrypt(own, sealed, BOUND, row) : canDecrypt(own, sealed, UNBOUND, purpose)
      if (isOwn && (wasBound || !bound)) return undefined
      return seal.closeAt(seal.openAt(sealed, place), place, wasBound || bound)
    },
  }
  return seal
}

/** Returns true if the value is in the current format, which is bound to the row. */
export function isBound(sealed: Buffer): boolean {
  return sealed[0] === BOUND
}

/** Returns true if the value is too short or has an unknown format, so that no key can decrypt it. */
export function isBroken(sealed: Buffer): boolean {
  return (sealed[0] !== UNBOUND && sealed[0] !== BOUND) || sealed.length < 1 + NONCE + TAG
}

/** Derives a key. It is a KeyObject, because Node 24 needs 16 µs more for each use of the bytes of a key. */
function derive(masterKey: string, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, 'carillon', info, 32)))
}

function encrypt(
  key: KeyObject,
  text: string,
  form: number,
  authenticated: string,
  nonce: Buffer = randomBytes(NONCE),
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(authenticated))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([form]), nonce, cipher.getAuthTag(), body])
}

function decrypt(key: KeyObject, sealed: Buffer, form: number, authenticated: string): string {
  if (sealed[0] !== form || sealed.length < 1 + NONCE + TAG) throw new Error('not a sealed value')
  const nonce = sealed.subarray(1, 1 + NONCE)
  const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(authenticated)).setAuthTag(tag)
  return decipher.update(sealed.subarray(1 + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

/** Decrypts with the first key that can decrypt the value. If no key can, throws the error of the first key. */
function decryptWithOne(keys: Keys, sealed: Buffer, form: number, authenticated: string): string {
  const opener = keys.length > 1 ? keys.find((key) => canDecrypt(key, sealed, form, authenticated)) : undefined
  return decrypt(opener ?? keys[0], sealed, form, authenticated)
}

function canDecrypt(key: KeyObject, sealed: Buffer, form: number, authenticated: string): boolean {
  try {
    decrypt(key, sealed, form, authenticated)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the SHA-256 hash by which the service finds a stored secret. A slow hash is not needed, because these secrets
 * are long and random.
 */
export function hashSecret(secret: string | Buffer): Buffer {
  return hash('sha256', secret, 'buffer')
}
