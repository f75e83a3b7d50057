// The entries of the timeline that show what members and management tokens did with the delivery.
import type { DeliveryTimeline } from '../../../../../sdk/src/api.ts'
import type { Texts } from '../../../texts/texts.tsx'
import type { TimelineEntry } from '../timeline-entries.ts'

type ActorName = (name: string) => string

/** `nameOf` translates the name of an actor. */
export function changeEntries(
  { changes, resent_from }: Pick<DeliveryTimeline, 'changes' | 'resent_from'>,
  { deliveryDetails: texts }: Texts,
  nameOf: ActorName,
): TimelineEntry[] {
  const origin: TimelineEntry[] =
    resent_from === null
      ? []
      : [
          {
            key: 'resent-from',
            at: resent_from.at,
            title: texts.resentFrom(nameOf(resent_from.by.name)),
            color: 'blue',
            lines: [],
            link: { to: `deliveries/${resent_from.delivery_id}`, text: texts.delivery(resent_from.delivery_id) },
          },
        ]
  return [...origin, ...changes.map((change, index) => changeEntry(change, index, texts, nameOf))]
}

function changeEntry(
  { kind, at, by, from, to, delivery_id }: DeliveryTimeline['changes'][number],
  index: number,
  texts: Texts['deliveryDetails'],
  nameOf: ActorName,
): TimelineEntry {
  const entry = { key: `change-${index}`, at, color: 'blue', lines: [] }
  const name = nameOf(by.name)
  if (kind === 'cancelled') return { ...entry, color: 'gray', title: texts.cancelledBy(name) }
  if (kind === 'sent_now') return { ...entry, title: texts.sentNowBy(name) }
  if (kind === 'resent') {
    const link =
      delivery_id === null ? {} : { link: { to: `deliveries/${delivery_id}`, text: texts.delivery(delivery_id) } }
    return { ...entry, title: texts.resentBy(name), ...link }
  }
  const times = [
    ...(from === null ? [] : [{ label: texts.from, text: from }]),
    ...(to === null ? [] : [{ label: texts.to, text: to }]),
  ]
  return { ...entry, title: texts.rescheduledBy(name), lines: times }
}
