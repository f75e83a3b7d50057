// Rebuilds the send request of a delivery from its stored parts (decision 126).
import { addressOn } from '../../channels/addresses.ts'
import type { Content } from '../../channels/contract.ts'
import type { DeliveryRow } from '../../store/delivery/deliveries.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

/**
 * Returns the body of a request that sends the same message to the same recipient. `shown` is the content that the
 * reader may see. A file that the request contained is named without its bytes, because the bytes are not kept. The
 * fields `limit`, `digest`, `fallback` and `repeat` are missing, because they connect the message with other messages.
 */
export function rebuiltRequest(row: DeliveryRow, shown: Omit<Content, 'masked'>) {
  const { stated, actions, media, attachments, duplicates, category, data } = shown
  const address = addressOn(row.channel)
  const field = address?.kind === 'requested' ? address.field : undefined
  return {
    recipient: {
      id: row.recipient_id,
      ...(field === undefined || stated?.address === undefined ? {} : { [field]: stated.address }),
      ...(stated?.locale === undefined ? {} : { locale: stated.locale }),
    },
    template: row.template_slug,
    channel: row.channel,
    ...(Object.keys(shown.vars).length === 0 ? {} : { vars: shown.vars }),
    ...(data === undefined ? {} : { data }),
    ...(row.priority === 1 ? {} : { priority: PRIORITIES[row.priority] }),
    ...(stated?.subject === undefined ? {} : { subject: stated.subject }),
    ...(row.scheduled_for === null ? {} : { scheduled_for: row.scheduled_for.toISOString() }),
    ...(stated?.expires_after === undefined ? {} : { expires_after: stated.expires_after }),
    ...(stated?.quiet_hours === undefined ? {} : { quiet_hours: stated.quiet_hours }),
    ...(duplicates === undefined ? {} : { duplicates }),
    ...(category === undefined ? {} : { category }),
    ...(actions.length === 0 ? {} : { actions }),
    ...(media === undefined ? {} : { media }),
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(({ size: _, ...file }) => file) }),
  }
}
