// The English texts of inbound webhooks.
import { count } from '../numbers.ts'

export const inbound = {
  title: 'Inbound webhooks',
  one: 'Inbound webhook',
  text: 'Requests that providers sent in the last seven days: receipts, replies and button presses. Unprocessed requests are kept longer.',
  state: 'Status',
  anyState: 'Any status',
  states: { set_aside: 'Failed', unreadable: 'Incomplete', waiting: 'Pending', done: 'Processed' },
  channel: 'Channel',
  anyChannel: 'Any channel',
  source: 'Source',
  sourceOf: (id: number) => `Source ${id}`,
  request: 'Request',
  received: 'Received',
  details: 'Details',
  none: 'No inbound webhooks yet',
  noneText:
    'Requests from providers, for example receipts and replies, appear here. The page of each connection shows the URL to enter at the provider.',
  noneMatch: 'No matching inbound webhooks',
  noneMatchText: 'Remove a filter.',
  attempts: (n: number) => count(n, 'attempt', 'attempts'),
  problems: {
    set_aside: 'All attempts failed',
    unreadable: 'Some or all parts could not be read. All other parts were processed',
    waiting: 'The last attempt failed',
    done: 'Processed',
  },
  nextAttempt: 'Next attempt',
  reprocess: 'Reprocess',
  reprocessHint:
    'First fix the cause: for example, correct the settings, restore the master key or update Carillon. Then reprocess the request. Carillon does not process the same part twice.',
  reprocessing: 'Reprocessing',
  body: 'Body',
  viewRequests: 'View inbound webhooks',
}
