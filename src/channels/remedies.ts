// The remedies for a message after an attempt that did not send it. Each state that the message can have after the
// attempt has a remedy.

/** The remedies after an attempt that the service repeats. The message is pending and may fail later. */
export interface RepeatedRemedies {
  /**
   * The remedy while the message is pending. Null if no action is needed. Must not mention the next attempt, because
   * the caller adds the time of the next attempt.
   */
  pending: string | null
  /** The remedy for a message that failed because all attempts were used or because the message expired. */
  final: string
}

/**
 * The remedies after an attempt that paused its connection. The message is pending until a person changes the settings,
 * or until the message expires.
 */
export interface SettingsRemedies extends RepeatedRemedies {
  pending: string
}

/** The remedies after an attempt that made the message fail without further attempts. */
export interface FinalRemedies {
  final: string
}

const RESEND = 'Then resend the message.'

/** Returns the remedies for a temporary problem. `fix` is a sentence that is shown after the last attempt. */
export function repeated(fix: string, pending: string | null = null): RepeatedRemedies {
  return { pending, final: `${fix} ${RESEND}` }
}

/** Returns the remedies for wrong settings. `fix` is a sentence that describes how to change the settings. */
export function settingsFix(fix: string): SettingsRemedies {
  return { pending: fix, final: `${fix} ${RESEND}` }
}

/** The remedies after an attempt without an answer. The provider may have accepted the message. */
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
