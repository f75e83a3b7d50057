// The provider APNs: Apple's push service, for apps without Firebase.
import { createPrivateKey } from 'node:crypto'
import { checkUrl } from '../../lib/safe-url.ts'
import type { Provider } from '../contract.ts'
import { pushSender } from './loaded.ts'
import { type Apns, apnsSettings } from './settings.ts'
import { testDeviceOf } from './test-device.ts'

export const apns: Provider<Apns> = {
  title: 'Apple Push Notification service',
  signature: ({ key_id, team_id }) => `the key ${key_id} of the team ${team_id}`,
  testDevice: testDeviceOf('apns'),
  help: 'For apps on Apple devices without Firebase, a key (.p8) with the Apple Push Notifications service, from Certificates, Identifiers & Profiles in your Apple developer account.',
  settings: apnsSettings,
  problems: ({ key, api_base }, allowPrivateNetwork) => {
    const keyProblem = problemOfKey(key)
    const baseProblem = api_base === undefined ? undefined : checkUrl(api_base, { allowPrivateNetwork })
    return {
      ...(keyProblem === undefined ? {} : { key: keyProblem }),
      ...(baseProblem === undefined ? {} : { api_base: baseProblem }),
    }
  },
  check: async (...args) => (await pushSender()).checkApns(...args),
  send: async (call) => (await pushSender()).send({ ...call, settings: { apns: call.settings } }),
}

function problemOfKey(text: string): string | undefined {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text)
    return asymmetricKeyDetails?.namedCurve === 'prime256v1'
      ? undefined
      : `is a key of type ${asymmetricKeyType}; a key of Apple is a P-256 key`
  } catch {
    return 'is not a private key (-----BEGIN PRIVATE KEY-----); paste the file AuthKey_….p8 unchanged'
  }
}
