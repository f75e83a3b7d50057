// Renders the plain text and the HTML of an email for the test inbox and previews.
import type { OutgoingMessage } from '../contract.ts'
import { bodyOf } from './body-threads.ts'
import { emailHtml, emailText } from './layout.ts'

export async function shownEmail(message: OutgoingMessage): Promise<Record<string, unknown>> {
  const { mail } = message
  if (!mail) return {}
  const html = emailHtml(message, mail, await bodyOf(message))
  return { text: emailText(message, mail), html, unsubscribe_url: mail.unsubscribeUrl }
}
