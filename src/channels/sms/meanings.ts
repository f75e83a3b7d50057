// The meanings of the errors that SMS providers report. Each provider assigns its error codes to these meanings.
import { HOUR, MINUTE } from '../../limits.ts'
import type { Meaning, Throttle } from '../outcomes.ts'
import { elsewhere, misconfigured, optedOut, permanent, recipientGone } from '../outcomes.ts'
import { outage, rateLimited, repeated } from '../remedies.ts'

export type SmsMeaning = Meaning | Throttle

/** Returns the meanings with the name of a provider in their texts. */
export function smsMeanings(provider: string) {
  return {
    ...settingsMeanings(provider),
    ...destinationMeanings(provider),
    ...recipientMeanings,
    ...contentMeanings(provider),
    ...temporaryMeanings(provider),
  } satisfies Record<string, SmsMeaning>
}

export type MeaningName = keyof ReturnType<typeof smsMeanings>

function settingsMeanings(provider: string) {
  const CONSOLE = `in the console of ${provider}`
  return {
    credentials: misconfigured(
      `${provider} does not accept the credentials`,
      `Copy the credentials ${CONSOLE} again, and put them into the connection.`,
    ),
    account: misconfigured(
      `the account at ${provider} is suspended or not active`,
      `Read the notice about the account ${CONSOLE}.`,
    ),
    credit: misconfigured(
      `the account at ${provider} has no credit left or reached its spending limit`,
      `Add credit or raise the limit ${CONSOLE}.`,
    ),
    permission: misconfigured(
      'the credentials or the account do not permit SMS',
      `Enable SMS for the account and the credentials ${CONSOLE}.`,
    ),
    sender: misconfigured(
      'the sender does not belong to the account, or carriers block it',
      'Set another sender of this account in from or senders.',
    ),
    profile: misconfigured(
      'the messaging profile or messaging service has no usable sender, or is disabled',
      `Enable it and add a sender to it ${CONSOLE}.`,
    ),
    callback: misconfigured(
      `${provider} does not accept the URL for receipts`,
      'Set PUBLIC_URL to a public https URL of this service.',
    ),
  }
}

/** Settings that are wrong for some numbers only. They must not pause the connection, which can send to other numbers. */
function destinationMeanings(provider: string) {
  const CONSOLE = `in the console of ${provider}`
  return {
    trial: elsewhere(
      `the account at ${provider} is a trial account, which sends only to verified numbers`,
      `Verify the number or upgrade the account ${CONSOLE}. Then resend the message.`,
    ),
    country: elsewhere(
      `the account at ${provider} does not send to the country of the recipient`,
      `Enable the country ${CONSOLE}. Then resend the message.`,
    ),
    senderCountry: elsewhere(
      'the sender cannot send to the country of the recipient',
      'Set a sender for this country in senders. Then resend the message.',
    ),
    registration: elsewhere(
      'the sender or the text is not registered with the carriers of the recipient',
      `Finish the registration ${CONSOLE}, for example the 10DLC campaign or the verification of the toll-free number. Then resend the message.`,
    ),
    noRoute: elsewhere(
      `${provider} has no route to the number`,
      'Use another sender for the country or another channel, and resend the message.',
    ),
  }
}

const NUMBER = "Correct the recipient's phone number, and resend the message."

const recipientMeanings = {
  invalidNumber: recipientGone('the phone number is not valid', NUMBER),
  noMobile: recipientGone('the number cannot receive SMS', 'Ask the recipient for the number of a mobile phone.'),
  unusedNumber: recipientGone('the number is not in use', NUMBER),
  barred: recipientGone(
    'the subscription of the recipient receives no messages',
    'Use another channel. Only the recipient can change this, at the carrier.',
  ),
  optedOut: optedOut(
    'the recipient opted out of messages from this sender',
    'Use another channel. The recipient can send START to receive messages again.',
  ),
}

function contentMeanings(provider: string) {
  return {
    field: permanent(
      `${provider} does not accept a part of the message`,
      'Correct the part that the response names, and resend the message.',
    ),
    tooLong: permanent(`the text is too long for ${provider}`, 'Shorten the template, and resend the message.'),
    media: permanent(`${provider} cannot use the media`, 'Put a smaller file at a public URL, and resend the message.'),
    spam: permanent(
      'a spam filter stopped the message',
      'Change the text, check the registration of the sender, and resend the message.',
    ),
    blocked: permanent(
      'the phone or the carrier of the recipient blocks the sender',
      'Use another sender or another channel.',
    ),
    refused: permanent(
      'the carrier did not deliver the message',
      'Check the number and the text, or use another channel. Then resend the message.',
    ),
    expired: permanent('the message expired before it was delivered', 'Resend the message.'),
  }
}

function temporaryMeanings(provider: string) {
  const temporary = (reason: string, fix: string): Meaning => ({
    class: 'retryable',
    reason,
    remedies: repeated(fix),
  })
  const throttled = (reason: string, delay: number): Throttle => ({
    class: 'throttled',
    delay,
    scope: 'connection',
    reason,
    remedies: rateLimited(provider),
  })
  return {
    busy: { class: 'retryable', reason: `${provider} has a temporary problem`, remedies: outage(provider) },
    unreachable: temporary('the phone is switched off or has no network', 'Wait until the phone is reachable.'),
    carrierDown: temporary(
      'the carrier of the recipient has a temporary problem',
      'Wait until the carrier works again.',
    ),
    settingUp: temporary('the sender is not ready yet', `Wait until ${provider} has set up the sender.`),
    rate: throttled(`${provider} throttles the messages`, 5000),
    queue: throttled(`the queue of the sender at ${provider} is full`, MINUTE),
    dailyLimit: throttled('the daily limit of the sender or the account is used up', HOUR),
  } satisfies Record<string, SmsMeaning>
}

/** Assigns the codes of a provider to meanings. Each entry names a meaning and lists its codes, separated by spaces. */
export function codeTable(
  provider: string,
  codes: Partial<Record<MeaningName, string>>,
): ReadonlyMap<string, SmsMeaning> {
  const meanings = new Map<string, SmsMeaning>(Object.entries(smsMeanings(provider)))
  return new Map(
    Object.entries(codes).flatMap(([name, list]) => {
      const meaning = meanings.get(name)
      return meaning ? list.split(' ').map((code): [string, SmsMeaning] => [code, meaning]) : []
    }),
  )
}
