// Encrypts stored secrets with AES-256-GCM, bound to their row, so that a value cannot be moved.
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** The first byte of a sealed value states its form. */
const UNBOUND = 1
const BOUND = 2

/** The kind and the row of a stored value. */
export interface SealPlace {
  /**
   * The kind of value. The unbound form of 0.1.0 authenticates only the kind: a value can be moved to another row of
   * its kind.
   */
  purpose: string
  /** The column and the row. The bound form authenticates both, so a value that was moved cannot be opened. */
  row: string
}

export interface Seal {
  /** Seals a text without a row, such as the content of a link. Returns form, nonce, tag and ciphertext. */
  close(text: string, purpose: string): Buffer
  /** Opens a value. Throws if it was sealed with another key or for another purpose, or was changed. */
  open(sealed: Buffer, purpose: string): string
  /** Seals a text for its row. `bound: false` writes the form that processes of 0.1.0 can open. */
  closeAt(text: string, place: SealPlace, bound: boolean): Buffer
  /** Opens either form. Throws as `open` does, and for the unbound form after `requireBound`. */
  openAt(sealed: Buffer, place: SealPlace): string
  /**
   * Makes `openAt` refuse the unbound form. Call it after all rows were sealed again. An unbound value that is found
   * later must have been moved.
   */
  requireBound(): void
  /** Returns the HMAC-SHA256 with a key derived for `purpose`. */
  mac(text: string, purpose: string): Buffer
  /** Returns whether the first key of this seal opens the value, without `others`. */
  opensAlone(sealed: Buffer, purpose: string): boolean
  /**
   * Returns the value sealed again with the first key, or undefined if it needs no change. `bound` requests the bound
   * form. A value that is already bound stays bound. Throws in the same cases as `openAt`.
   */
  sealAgain(sealed: Buffer, place: SealPlace, bound: boolean): Buffer | undefined
  /** Seals with further keys. Their values and MACs are accepted while the master key is being replaced. */
  readonly others: readonly Seal[]
}

/** The first key seals; all keys open. */
type Keys = [own: Buffer, ...others: Buffer[]]

/** Creates a seal. Derives its keys by HKDF-SHA256 from secret texts of at least 16 characters. */
export function createSeal(masterKey: string, otherKeys: readonly string[] = []): Seal {
  const own = derive(masterKey, 'seal')
  const keys: Keys = [own, ...otherKeys.map((text) => derive(text, 'seal'))]
  const macKeys = new Map<string, Buffer>()
  let requiresBound = false
  const seal: Seal = {
    others: otherKeys.map((other) => createSeal(other)),
    close: (text, purpose) => encrypt(own, text, UNBOUND, purpose),
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

/** Returns whether the value is in the form that is bound to its row. */
export function isBound(sealed: Buffer): boolean {
  return sealed[0] === BOUND
}

/** Returns whether no key can open the value, because it is truncated or has an unknown form. */
export function isBroken(sealed: Buffer): boolean {
  return (sealed[0] !== UNBOUND && sealed[0] !== BOUND) || sealed.length < 1 + NONCE + TAG
}

function derive(masterKey: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, 'carillon', info, 32))
}

function encrypt(key: Buffer, text: string, form: number, authenticated: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(authenticated))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([form]), nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, form: number, authenticated: string): string {
  if (sealed[0] !== form || sealed.length < 1 + NONCE + TAG) throw new Error('not a sealed value')
  const nonce = sealed.subarray(1, 1 + NONCE)
  const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(authenticated)).setAuthTag(tag)
  return decipher.update(sealed.subarray(1 + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

/** Decrypts with the first key that opens the value. If none does, throws the error of the first key. */
function decryptWithOne(keys: Keys, sealed: Buffer, form: number, authenticated: string): string {
  const opener = keys.length > 1 ? keys.find((key) => canDecrypt(key, sealed, form, authenticated)) : undefined
  return decrypt(opener ?? keys[0], sealed, form, authenticated)
}

function canDecrypt(key: Buffer, sealed: Buffer, form: number, authenticated: string): boolean {
  try {
    decrypt(key, sealed, form, authenticated)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the SHA-256 hash by which a stored secret is found. The secrets are long and random, so they need no slow
 * hash.
 */
export function hashSecret(secret: string | Buffer): Buffer {
  return hash('sha256', secret, 'buffer')
}
