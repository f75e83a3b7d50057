// The meanings of the errors that several email providers report.
import { type Meaning, misconfigured, permanent, recipientGone } from '../../outcomes.ts'
import { outage } from '../../remedies.ts'
import { TOO_LARGE } from '../silence.ts'

/**
 * Returns the meaning of a refusal because the address is on a list of the provider. The provider may remove the
 * address from this list.
 */
function listed(reason: string, final: string): Meaning {
  return { class: 'recipient_gone', isListed: true, reason, remedies: { final } }
}

/** Returns the meanings with the name of the provider in their texts. */
export function meaningsOf(provider: string) {
  return {
    apiKey: misconfigured(
      `${provider} does not accept the credentials of the connection`,
      `Create new credentials at ${provider}, and put them into the connection.`,
    ),
    permission: misconfigured(
      `the credentials of the connection have no permission to send through ${provider}`,
      `Give the credentials the permission to send, or create others at ${provider}.`,
    ),
    sender: misconfigured(
      `${provider} has not verified the from address or its domain`,
      `Verify the domain of the from address at ${provider}, or use another from address.`,
    ),
    account: misconfigured(
      `${provider} does not permit the account to send`,
      `Sign in to ${provider} and fix the problem of the account. Then resume the connection.`,
    ),
    quota: misconfigured(
      `the quota of the account at ${provider} is used up`,
      `Choose a larger plan at ${provider}, or wait for the next period. Then resume the connection.`,
    ),
    endpoint: misconfigured(`the request did not reach the API of ${provider}`, 'Correct api_base, or remove it.'),
    field: permanent(
      `${provider} refused a part of the message`,
      'Read the response, correct the template, and resend the message.',
    ),
    format: permanent(
      `${provider} does not accept the format of the request`,
      'Report this response as a bug in Carillon.',
    ),
    attachment: permanent(
      `${provider} does not accept an attachment of the message`,
      'Replace the file with a link, and resend the message.',
    ),
    tooLarge: permanent(`the message is larger than ${provider} accepts`, TOO_LARGE.final),
    address: recipientGone(
      `${provider} reports that the address of the recipient is malformed`,
      'Correct the address of the recipient. Messages to this address are refused until a member lifts its suppression.',
    ),
    suppressed: listed(
      `${provider} does not send to this address after an earlier bounce, complaint or opt-out`,
      `Use another address of the recipient. If this address works, remove it from the suppressions at ${provider} and of this workspace.`,
    ),
    /** Providers also report these errors in answers with the status 200. */
    outage: { class: 'retryable', reason: `${provider} has an internal error`, remedies: outage(provider) },
  } satisfies Record<string, Meaning>
}
