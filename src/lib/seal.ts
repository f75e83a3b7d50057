// Secrets at rest: AES-256-GCM with a random nonce. The row that a value belongs to is authenticated, so it can't be moved.
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** The first byte of a sealed value. */
const UNBOUND = 1
const BOUND = 2

/** Where a stored value belongs. */
export interface SealPlace {
  /** Authenticated in the unbound form of 0.1.0: the kind of value. One can be moved to another row of its kind. */
  purpose: string
  /** Authenticated in the bound form: the column and the row. A value that was moved cannot be opened. */
  row: string
}

export interface Seal {
  /** Seals a text that has no row, such as the content of a link. `purpose` is authenticated. Returns form, nonce, tag, ciphertext. */
  close(text: string, purpose: string): Buffer
  /** Throws when the value was sealed with another key, for another purpose, or was changed. */
  open(sealed: Buffer, purpose: string): string
  /** Seals a text for its row. `bound: false` writes the form that processes of 0.1.0 open. */
  closeAt(text: string, place: SealPlace, bound: boolean): Buffer
  /** Opens either form. Throws as `open` does, and for the unbound form after `requireBound`. */
  openAt(sealed: Buffer, place: SealPlace): string
  /** From now on `openAt` refuses the unbound form. Every row was sealed again, so such a value was moved. */
  requireBound(): void
  /** HMAC-SHA256 with a key derived for `purpose`. */
  mac(text: string, purpose: string): Buffer
  /** Whether this key itself opens the value, without the others. */
  opensAlone(sealed: Buffer, purpose: string): boolean
  /**
   * Returns the value sealed again with this key, or undefined where it needs no change. `bound` asks for the bound form; a
   * bound value stays bound either way. Throws as `openAt` does.
   */
  sealAgain(sealed: Buffer, place: SealPlace, bound: boolean): Buffer | undefined
  /** Keys whose seals are opened and whose MACs are believed too, while one master key takes another's place. */
  readonly others: readonly Seal[]
}

/** The first one seals. */
type Keys = [own: Buffer, ...others: Buffer[]]

/** `masterKey`: any secret text of at least 16 characters; the working keys are derived from it by HKDF-SHA256. `otherKeys`: such texts too. */
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

/** Returns whether no key can open the value, because it is cut off or in no known form. */
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

/** Tries the keys in their order; throws what the first one said when none opens it. */
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

/** What a secret is looked up by: SHA-256 (the secrets are long and random, so no slow hash is needed). */
export function hashSecret(secret: string | Buffer): Buffer {
  return hash('sha256', secret, 'buffer')
}
