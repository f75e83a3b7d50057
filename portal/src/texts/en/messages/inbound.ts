// The English texts of inbound webhooks.
import { count } from '../numbers.ts'

export const inbound = {
  title: 'Inbound webhooks',
  one: 'Inbound webhook',
  text: 'Requests that providers sent in the last seven days: receipts, replies and button presses. Unprocessed requests are kept longer.',
  state: 'State',
  states: { set_aside: 'Failed', unreadable: 'Partly processed', waiting: 'Pending', done: 'Processed' },
  channel: 'Channel',
  source: 'Source',
  sourceOf: (id: number) => `Source ${id}`,
  request: 'Request',
  received: 'Received',
  details: 'Details',
  none: 'No inbound webhooks yet',
  noneText:
    'Requests from providers appear here, for example receipts and replies. The page of each connection shows the URL for the provider.',
  noneMatch: 'No matching inbound webhooks',
  noneMatchText: 'Remove a filter.',
  attempts: (n: number) => count(n, 'attempt', 'attempts'),
  problems: {
    set_aside: 'All attempts failed',
    unreadable: 'Some parts are unknown. The other parts were processed',
    waiting: 'The last attempt failed',
    done: 'Processed',
  },
  nextAttempt: 'Next attempt',
  reprocess: 'Reprocess',
  reprocessHint:
    'Reprocess the request after you fixed the cause, for example the settings, the master key or the version of Carillon. Parts that were already processed are not applied again.',
  reprocessing: 'Reprocessing',
  body: 'Body',
  viewRequests: 'View inbound webhooks',
}
