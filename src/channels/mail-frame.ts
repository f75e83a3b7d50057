// The parts of an email that the service adds to its content.
export interface MailFrame {
  /** The part of Message-ID before the @. All attempts of a delivery have the same value. */
  messageId: string
  /** The name of the source, as recipients see it. */
  name: string
  /** The color of buttons and links. */
  color?: string
  logoUrl?: string
  unsubscribeUrl: string
}
