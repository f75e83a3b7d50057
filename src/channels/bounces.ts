// The inbound events for bounces, complaints and opt-outs.

/**
 * The report of a bounce or complaint. `hard`: the address does not exist. `soft`: this message was not delivered, and
 * the address may be right. `complaint`: the recipient reported the message as spam. The event identifies the message by
 * `externalId` or `deliveryId`. `address` is used if the message is unknown.
 */
export interface BounceEvent {
  kind: 'bounce'
  type: 'hard' | 'soft' | 'complaint'
  externalId?: string
  deliveryId?: number
  address?: string
  /**
   * True if the provider did not send this message, because an earlier message bounced or was reported as spam. The
   * report then only suppresses the address.
   */
  isListed?: true
  /** The provider's code, for example the status 5.1.1. */
  code?: string
  /** The explanation of the provider or mail server. */
  text?: string
  at: Date
}

/**
 * The report of a bounce, a complaint or an opt-out by mail. The texts in `names` have the form of a signed name of a
 * delivery. The verdict is `none` if the report is no failure, for example a warning.
 */
export interface BounceMailEvent {
  kind: 'bounce_mail'
  names: string[]
  recipients: {
    address: string | null
    verdict: BounceEvent['type'] | 'opt_out' | 'none'
    /** The enhanced status code (RFC 3463), such as 5.1.1. */
    status: string | null
    /** The explanation of the mail server. */
    text: string
  }[]
  at?: Date
}

/** A recipient opted out on this channel (see `optOuts`), or opted in again. */
export interface PreferenceEvent {
  kind: 'preference'
  optedIn: boolean
  /**
   * Set if a stop word, or a word such as START, caused the event. `reply`: the word was the recipient's reply.
   * `report`: the provider reported the opt-out later.
   */
  byWord?: 'reply' | 'report'
  /** The id of the reply. The event has no effect if this reply is already stored. */
  messageId?: string
  address: string
  /**
   * `externalId` and `deliveryId` identify the message that the recipient used. Absent if the provider names no
   * message.
   */
  externalId?: string
  deliveryId?: number
  at: Date
}
