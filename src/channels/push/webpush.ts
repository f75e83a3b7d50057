// Web Push, for browsers: VAPID settings, checked, and keys made for them.
import { createECDH } from 'node:crypto'
import { checkUrl } from '../../lib/safe-url.ts'
import type { Provider } from '../contract.ts'
import { pushSender } from './loaded.ts'
import { type Vapid, type VapidSettings, vapidSettings } from './settings.ts'

export const webpush: Provider<Vapid> = {
  title: 'Web Push',
  help: 'For browsers, an email address or page for the push services to reach you at; the keys are made here.',
  settings: vapidSettings,
  problems: ({ subject, ...keys }: VapidSettings) => {
    const problem = subjectProblem(subject)
    return { ...(problem === undefined ? {} : { subject: problem }), ...keyPairProblems(keys) }
  },
  completion,
  check: async ({ public_key: key, subject }) => ({
    found: [`browsers subscribe with ${key}; push services see ${subject}`],
    problems: {},
  }),
  send: async (call) => (await pushSender()).send({ ...call, settings: { vapid: call.settings } }),
}

/** Apple refuses subjects that are not reachable. */
function subjectProblem(subject: string): string | undefined {
  if (subject.startsWith('mailto:')) {
    const domain = subject.slice(subject.lastIndexOf('@') + 1)
    return domain.includes('.')
      ? undefined
      : 'is an address no mail reaches; give one at a domain, such as you@example.com'
  }
  return checkUrl(subject, { allowPrivateNetwork: false })
}

function keyPairProblems({ public_key, private_key }: Omit<VapidSettings, 'subject'>): Record<string, string> {
  if (private_key === undefined) {
    return public_key === undefined ? {} : { public_key: 'comes without its private key; leave both out' }
  }
  try {
    const made = publicKeyOf(private_key)
    return public_key === undefined || public_key === made
      ? {}
      : { public_key: 'does not belong to the private key; leave it out' }
  } catch {
    return { private_key: 'is no P-256 private key' }
  }
}

/** Throws for what is no private key. */
function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}

/** Makes the keys that the settings lack. The private one, once made, stays until another is given. */
async function completion() {
  const { generateVAPIDKeys } = (await import('web-push')).default
  return {
    complete(input: VapidSettings): Vapid {
      const private_key = input.private_key ?? generateVAPIDKeys().privateKey
      return { ...input, public_key: publicKeyOf(private_key), private_key }
    },
  }
}
