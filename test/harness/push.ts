// Shared parts of push tests: a service account, browser keys, an independent decryptor, and the answers of Firebase.
import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import type { Provider, Received, Reply } from './provider.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const accountKey = pair.publicKey

/** Returns the JSON file of a Firebase service account for a provider on loopback. */
export function serviceAccount(providerUrl: string, email = 'push@shop.iam.gserviceaccount.com') {
  return {
    type: 'service_account',
    project_id: 'shop-1',
    private_key_id: 'k1',
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    client_email: email,
    token_uri: `${providerUrl}/token`,
  }
}

/** Returns the keys of a browser. `curve` decrypts messages that are encrypted for these keys. */
export function browserKeys() {
  const curve = createECDH('prime256v1')
  const auth = randomBytes(16)
  return { curve, auth, keys: { p256dh: curve.generateKeys('base64url'), auth: auth.toString('base64url') } }
}

/** Decrypts one aes128gcm record (RFC 8291, section 3.4; RFC 8188). */
export function decrypt(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

export function isTokenRequest({ path }: Received): boolean {
  return path === '/token'
}

/** Answers every token request with a token, and messages with `reply`. */
export function answerAsFirebase(
  provider: Provider,
  reply: (request: Received) => Reply | Promise<Reply> = () => ACCEPTED,
): void {
  provider.reply((request) =>
    isTokenRequest(request) ? { body: { access_token: 'ya29.secret', expires_in: 3600 } } : reply(request),
  )
}

const ACCEPTED: Reply = { body: { name: 'projects/shop-1/messages/0:1' } }

/** Returns an error in Firebase's form. */
export function firebaseError(code: number, status: string, ...details: object[]): Reply {
  return { status: code, body: { error: { code, status, message: 'In words.', details } } }
}

export const fcmDetail = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
})

export const fieldViolation = (field: string) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: 'Invalid value' }],
})
