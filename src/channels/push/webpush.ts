// The provider Web Push for browsers. Generates VAPID keys.
import { createECDH } from 'node:crypto'
import { checkUrl } from '../../lib/safe-url.ts'
import type { Provider } from '../contract.ts'
import { pushSender } from './loaded.ts'
import { type Vapid, type VapidSettings, vapidSettings } from './settings.ts'
import { testDeviceOf } from './test-device.ts'

export const webpush: Provider<Vapid> = {
  title: 'Web Push',
  signature: () => 'the VAPID key of the connection',
  testDevice: testDeviceOf('web'),
  help: 'For browsers. Enter an email address or a web page where push services can contact you. The keys are generated.',
  settings: vapidSettings,
  problems: ({ subject, ...keys }: VapidSettings) => {
    const problem = subjectProblem(subject)
    return { ...(problem === undefined ? {} : { subject: problem }), ...keyPairProblems(keys) }
  },
  completion,
  check: async ({ public_key: key, subject }) => ({
    found: [`browsers subscribe with ${key}; push services receive the contact address ${subject}`],
    problems: {},
  }),
  send: async (call) => (await pushSender()).send({ ...call, settings: { vapid: call.settings } }),
}

/**
 * Returns the problem if push services cannot use `subject`, the contact address of the sender. For example, Apple
 * refuses an unreachable address.
 */
function subjectProblem(subject: string): string | undefined {
  if (subject.startsWith('mailto:')) {
    const domain = subject.slice(subject.lastIndexOf('@') + 1)
    return domain.includes('.')
      ? undefined
      : 'is not a reachable email address; use one with a domain, such as you@example.com'
  }
  return checkUrl(subject, { allowPrivateNetwork: false })
}

function keyPairProblems({ public_key, private_key }: Omit<VapidSettings, 'subject'>): Record<string, string> {
  if (private_key === undefined) {
    return public_key === undefined ? {} : { public_key: 'requires its private key; set both keys, or omit both' }
  }
  try {
    const made = publicKeyOf(private_key)
    return public_key === undefined || public_key === made
      ? {}
      : { public_key: 'does not belong to the private key; omit it' }
  } catch {
    return { private_key: 'is not a P-256 private key' }
  }
}

/** Returns the public key. Throws for an invalid private key. */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}

/**
 * Loads the code that generates missing keys. A generated private key stays in use until the settings contain another
 * private key.
 */
async function completion() {
  const { generateVAPIDKeys } = (await import('web-push')).default
  return {
    complete(input: VapidSettings): Vapid {
      const private_key = input.private_key ?? generateVAPIDKeys().privateKey
      return { ...input, public_key: publicKeyOf(private_key), private_key }
    },
  }
}
