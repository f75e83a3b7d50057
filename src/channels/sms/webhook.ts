// The steps of registering a webhook that several SMS providers share.
import { RegistrationProblem } from '../set-up/registration.ts'
import { entriesOf } from './by-country.ts'
import { isName, type SenderSettings } from './settings.ts'

/** A sender to which phones can reply, and the setting that contains it. */
export interface NumberedSender {
  setting: 'from' | 'senders'
  /** A phone number or a short code. */
  number: string
}

const SHORT_CODE = /^\d{3,6}$/

export function isShortCode(number: string): boolean {
  return SHORT_CODE.test(number)
}

/** Returns the phone numbers and short codes among the senders, each once. */
export function numbersOf({ from, senders }: SenderSettings): NumberedSender[] {
  const listed = entriesOf(senders).map(([, number]): NumberedSender => ({ setting: 'senders', number }))
  const all: NumberedSender[] = from === undefined ? listed : [{ setting: 'from', number: from }, ...listed]
  const numbers = all.filter(({ number }) => !isName(number))
  return numbers.filter(({ number }, place) => numbers.findIndex((other) => other.number === number) === place)
}

/** The object at the provider that has one URL for webhooks, such as a phone number or an account. */
interface UrlOwner {
  provider: string
  /** The setting that identifies the object. */
  setting: string
  name: string
  /** The URL that the object has now. */
  registered: unknown
}

/**
 * Registers the URL at an object. `store` sends the URL to the provider, and returns the URL that the provider stored.
 * Throws RegistrationProblem if the object already has another URL, or if the provider did not store the URL.
 */
export async function registerUrl(
  { provider, setting, name, registered }: UrlOwner,
  url: string,
  store: () => Promise<unknown>,
): Promise<void> {
  if (typeof registered === 'string' && registered !== '' && registered !== url) {
    const problem = `${name} already sends its messages to ${hostOf(registered)}. Remove that URL at ${provider}, and register the webhook again`
    throw new RegistrationProblem(setting, problem)
  }
  if ((await store()) !== url) {
    const problem = `${provider} did not store the URL. Check whether the internet can reach PUBLIC_URL, and register the webhook again`
    throw new RegistrationProblem(setting, problem)
  }
}

/** Returns the host of the URL. The rest of the URL may contain a secret of another service. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'another URL'
}
