// The remedies for an attempt that did not send the message, for each state that the message can be in afterwards.

/** After an attempt that the service repeats. The message is pending, and may fail later. */
export interface RepeatedRemedies {
  /**
   * While the message is pending; null: no action is needed. Must not mention the next attempt, because the caller adds
   * it.
   */
  pending: string | null
  /** After the message failed: all attempts are used, or it expired. */
  final: string
}

/**
 * After an attempt that paused its connection. The message is pending until a person changes the settings or it
 * expires.
 */
export interface SettingsRemedies extends RepeatedRemedies {
  pending: string
}

/** After an attempt that ended in failure at once. */
export interface FinalRemedies {
  final: string
}

const RESEND = 'Then resend the message.'

/** Returns the remedies for a temporary problem. `fix`: a sentence for the time after all attempts are used. */
export function repeated(fix: string, pending: string | null = null): RepeatedRemedies {
  return { pending, final: `${fix} ${RESEND}` }
}

/** Returns the remedies for wrong settings. `fix`: a sentence with the change that makes the connection work again. */
export function settingsFix(fix: string): SettingsRemedies {
  return { pending: fix, final: `${fix} ${RESEND}` }
}

/** For an attempt without an answer: the provider may have accepted the message. */
export const unknownOutcome: RepeatedRemedies = {
  pending: 'The recipient may receive the message twice.',
  final: 'Check whether the recipient received the message before you resend it.',
}

/** Returns the remedies for a provider that is unreachable or has an internal error. */
export function outage(provider: string): RepeatedRemedies {
  return repeated(`Wait until ${provider} is available again.`)
}

/** Returns the remedies for a provider that limits the sending rate. */
export function rateLimited(provider: string): RepeatedRemedies {
  return repeated(`Send fewer messages at a time, or ask ${provider} for a higher limit.`)
}
