// The English texts of bulk operations and saved filters.
import { count, figure, plural } from '../numbers.ts'

interface Cost {
  quota: number
  whatsapp: number
  credits: number
  credits_left: number
}

const paid = ({ quota, whatsapp, credits }: Cost) =>
  [
    quota > 0 ? `${count(quota, 'message', 'messages')} of the quota` : '',
    whatsapp > 0 ? `${count(whatsapp, 'message', 'messages')} of the WhatsApp bundle` : '',
    credits > 0 ? count(credits, 'credit', 'credits') : '',
  ]
    .filter(Boolean)
    .join(', ')

const refused = (n: number) =>
  n === 0 ? '' : ` ${count(n, 'delivery', 'deliveries')} ${plural(n, 'was', 'were')} refused.`

export const bulk = {
  bar: 'Actions on the selected deliveries',
  selected: (n: number) => `${count(n, 'delivery', 'deliveries')} selected`,
  allMatching: 'All matching deliveries selected',
  selectMatching: 'Select all matching deliveries',
  clear: 'Clear selection',
  actions: { resend: 'Resend', reschedule: 'Reschedule', cancel: 'Cancel' },
  titles: { resend: 'Resend deliveries', reschedule: 'Reschedule deliveries', cancel: 'Cancel deliveries' },
  yes: {
    resend: (n: number) => `Resend ${count(n, 'delivery', 'deliveries')}`,
    reschedule: (n: number) => `Reschedule ${count(n, 'delivery', 'deliveries')}`,
    cancel: (n: number) => `Cancel ${count(n, 'delivery', 'deliveries')}`,
  },
  estimates: {
    resend: (n: number, of: number) => `${figure(n)} of ${count(of, 'delivery', 'deliveries')} will be sent again.`,
    reschedule: (n: number, of: number) =>
      `${figure(n)} of ${count(of, 'delivery', 'deliveries')} will be rescheduled.`,
    cancel: (n: number, of: number) => `${figure(n)} of ${count(of, 'delivery', 'deliveries')} will be canceled.`,
  },
  free: 'Test messages cost nothing.',
  noCost: 'Rescheduling costs nothing.',
  costs: {
    resend: (cost: Cost) =>
      paid(cost) === ''
        ? 'This costs nothing.'
        : `Cost: ${paid(cost)}. You have ${count(cost.credits_left, 'credit', 'credits')}.`,
    cancel: (cost: Cost) => (paid(cost) === '' ? 'Nothing is refunded.' : `Refund: ${paid(cost)}.`),
  },
  unpaid: (n: number) =>
    `The quota and the credits do not suffice for ${count(n, 'message', 'messages')}. ${plural(n, 'It', 'They')} will be refused.`,
  refusedTitle: 'Refused',
  resultsTitle: 'Results',
  refusedRows: (n: number) => `Refused (${figure(n)})`,
  doneRows: (n: number) => `Done (${figure(n)})`,
  newDelivery: (id: number) => `New delivery ${id}`,
  refusals: {
    not_found: (n: number) => `${figure(n)}: not found`,
    not_ended: (n: number) => `${figure(n)}: not ended yet. Cancel them first, or wait.`,
    files_deleted: (n: number) =>
      `${figure(n)}: their attachments were deleted. Send them again from your application.`,
    source_removed: (n: number) => `${figure(n)}: their source was removed`,
    template_removed: (n: number) => `${figure(n)}: their template was removed`,
    recipient_removed: (n: number) => `${figure(n)}: their recipient was removed`,
    not_queued: (n: number) => `${figure(n)}: no longer queued`,
    collecting: (n: number) => `${figure(n)}: ${n === 1 ? 'an open digest' : 'open digests'}`,
    attempted: (n: number) => `${figure(n)}: already attempted`,
  },
  incomplete: (n: number) =>
    `This operation contains the newest ${count(n, 'delivery', 'deliveries')} that match. Older deliveries may match too. Searched back to`,
  progress: 'Progress',
  doneOf: (n: number, of: number) => `${figure(n)} of ${count(of, 'delivery', 'deliveries')} done`,
  results: {
    resend: (n: number, not: number) => `${count(n, 'delivery', 'deliveries')} sent again.${refused(not)}`,
    reschedule: (n: number, not: number) => `${count(n, 'delivery', 'deliveries')} rescheduled.${refused(not)}`,
    cancel: (n: number, not: number) => `${count(n, 'delivery', 'deliveries')} canceled.${refused(not)}`,
  },
  stopped: (n: number) => `Stopped. ${count(n, 'delivery', 'deliveries')} ${plural(n, 'was', 'were')} not changed.`,
  stop: 'Stop',
  undoResend: 'Undo: cancel unsent messages',
  undoMove: 'Undo: restore the earlier times',
  resendFailed: 'Resend all failed',
  recent: {
    title: 'Recent operations',
    text: 'The bulk operations of the last 30 days, newest first. They continue after their dialog is closed.',
    none: 'No operations in the last 30 days',
    noneText: 'Select deliveries in the list to resend, reschedule or cancel them together.',
    states: { draft: 'Draft', running: 'Running', done: 'Done', stopped: 'Stopped', failed: 'Failed' },
    counts: (done: number, refused: number) =>
      refused === 0 ? `${figure(done)} done` : `${figure(done)} done, ${figure(refused)} refused`,
    undo: 'Undoes another operation',
    undone: 'Undone',
  },
}

export const savedFilters = {
  title: 'Saved filters',
  none: 'No saved filters',
  save: 'Save these filters',
  name: 'Name',
  nameText: 'Only you see your saved filters. A filter with the same name is replaced.',
  remove: (name: string) => `Remove “${name}”`,
  removed: (name: string) => `Removed the filter “${name}”`,
}
