// What to do about an attempt that did not send the message, for each state that the message can be in afterwards.

/** After an attempt that the service repeats: the message is pending at first, and may fail later. */
export interface RepeatedRemedies {
  /** While the message is pending; null: no action is needed. Never says when the next attempt is: the reader adds that. */
  pending: string | null
  /** Once the message has failed: all attempts are used, or it expired. */
  final: string
}

/** After an attempt that paused its connection: the message is pending until a person changes the settings, or expires. */
export interface SettingsRemedies extends RepeatedRemedies {
  pending: string
}

/** After an attempt that ended the message at once. */
export interface FinalRemedies {
  final: string
}

const RESEND = 'Then resend the message.'

/** For trouble that may pass. `fix`: what to do once all attempts are used, a full sentence. */
export function repeated(fix: string, pending: string | null = null): RepeatedRemedies {
  return { pending, final: `${fix} ${RESEND}` }
}

/** For wrong settings. `fix`: the change that makes the connection work again, a full sentence. */
export function settingsFix(fix: string): SettingsRemedies {
  return { pending: fix, final: `${fix} ${RESEND}` }
}

/** For an answer that never came: the provider may have taken the message. */
export const unknownOutcome: RepeatedRemedies = {
  pending: 'The recipient may receive the message twice.',
  final: 'Check whether the recipient received the message before you resend it.',
}

/** For a provider that cannot be reached or has a problem of its own. */
export function outage(provider: string): RepeatedRemedies {
  return repeated(`Wait until ${provider} is available again.`)
}

/** For a provider that limits the sending rate. */
export function rateLimited(provider: string): RepeatedRemedies {
  return repeated(`Send fewer messages at a time, or ask ${provider} for a higher limit.`)
}
