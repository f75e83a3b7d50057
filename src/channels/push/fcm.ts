// The provider Firebase Cloud Messaging, for apps.
import { createPrivateKey } from 'node:crypto'
import { checkUrl } from '../../lib/safe-url.ts'
import type { Provider } from '../contract.ts'
import { pushSender } from './loaded.ts'
import { type Fcm, FIREBASE, fcmSettings, GOOGLE_TOKENS } from './settings.ts'
import { testDeviceOf } from './test-device.ts'

export const fcm: Provider<Fcm> = {
  title: 'Firebase Cloud Messaging',
  signature: ({ service_account }) => `the key of ${service_account.client_email}`,
  testDevice: testDeviceOf('fcm'),
  help: 'For apps, the service account file of your Firebase project.',
  settings: fcmSettings,
  problems: (
    { api_base = FIREBASE, service_account: { token_uri = GOOGLE_TOKENS, private_key } },
    allowPrivateNetwork,
  ) =>
    Object.fromEntries(
      [
        ['api_base', checkUrl(api_base, { allowPrivateNetwork })],
        ['service_account.token_uri', checkUrl(token_uri, { allowPrivateNetwork })],
        ['service_account.private_key', pemProblem(private_key)],
      ].filter(([, problem]) => problem !== undefined),
    ),
  check: async (...args) => (await pushSender()).checkFcm(...args),
  send: async (call) => (await pushSender()).send({ ...call, settings: { fcm: call.settings } }),
}

function pemProblem(text: string): string | undefined {
  try {
    const key = createPrivateKey(text)
    return key.asymmetricKeyType === 'rsa'
      ? undefined
      : `is a key of type ${key.asymmetricKeyType}; a service account has an RSA key`
  } catch {
    return 'is not a private key in PEM (-----BEGIN PRIVATE KEY-----); paste the JSON file unchanged'
  }
}
