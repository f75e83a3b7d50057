// Secrets at rest: AES-256-GCM with a random nonce; what it is sealed for is authenticated, so a value can't be moved.
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16
const VERSION = 1

export interface Seal {
  /** `purpose` names the place (such as `keys`); opening needs the same one. Answers version, nonce, tag, ciphertext. */
  close(text: string, purpose: string): Buffer
  /** Throws when the value was sealed with another key, for another purpose, or was changed. */
  open(sealed: Buffer, purpose: string): string
  /** HMAC-SHA256 with a key derived for `purpose`. */
  mac(text: string, purpose: string): Buffer
  /** Whether this key itself opens the value, without the others. */
  opensAlone(sealed: Buffer, purpose: string): boolean
  /** Keys whose seals are opened and whose MACs are believed too, while one master key takes another's place. */
  readonly others: readonly Seal[]
}

/** `masterKey`: any secret text of at least 16 characters; the working keys are derived from it by HKDF-SHA256. `otherKeys`: such texts too. */
export function createSeal(masterKey: string, otherKeys: readonly string[] = []): Seal {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', masterKey, 'carillon', info, 32))
  const key = derive('seal')
  const macKeys = new Map<string, Buffer>()
  const others = otherKeys.map((other) => createSeal(other))
  const openOwn = (sealed: Buffer, purpose: string): string => {
    if (sealed[0] !== VERSION || sealed.length < 1 + NONCE + TAG) throw new Error('not a sealed value')
    const nonce = sealed.subarray(1, 1 + NONCE)
    const tag = sealed.subarray(1 + NONCE, 1 + NONCE + TAG)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag)
    return decipher.update(sealed.subarray(1 + NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
  }
  const opensAlone = (sealed: Buffer, purpose: string): boolean => {
    try {
      openOwn(sealed, purpose)
      return true
    } catch {
      return false
    }
  }
  return {
    others,
    opensAlone,
    close(text, purpose) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, purpose) {
      const other =
        others.length > 0 && !opensAlone(sealed, purpose) && others.find((one) => one.opensAlone(sealed, purpose))
      return other ? other.open(sealed, purpose) : openOwn(sealed, purpose)
    },
    mac(text, purpose) {
      let macKey = macKeys.get(purpose)
      if (!macKey) {
        macKey = derive(`mac:${purpose}`)
        macKeys.set(purpose, macKey)
      }
      return createHmac('sha256', macKey).update(text).digest()
    },
  }
}

/** What a secret is looked up by: SHA-256 (the secrets are long and random, so no slow hash is needed). */
export function hashSecret(secret: string | Buffer): Buffer {
  return hash('sha256', secret, 'buffer')
}
