// Describes the webhook that a member registers for an app at Meta.
import type { WebhookSetUp } from '../set-up/set-up.ts'

/** `page` is the page of the app's dashboard on which the URL is entered. */
export function graphWebhook(page: string, events: string[]): WebhookSetUp {
  return {
    help: `In the dashboard of the app, open ${page}. Enter this URL as the callback URL, and the verify token of this connection. Meta calls the URL at once.`,
    link: 'https://developers.facebook.com/apps',
    events,
  }
}
