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
  const made = changes.map((change, index): TimelineEntry => {
    const entry = { key: `change-${index}`, at: change.at, color: 'blue', lines: [] }
    const name = nameOf(change.by.name)
    switch (change.kind) {
      case 'rescheduled':
        return {
          ...entry,
          title: texts.rescheduledBy(name),
          lines: [
            ...(change.from === null ? [] : [{ label: texts.from, text: change.from }]),
            ...(change.to === null ? [] : [{ label: texts.to, text: change.to }]),
          ],
        }
      case 'cancelled':
        return { ...entry, color: 'gray', title: texts.cancelledBy(name) }
      case 'resent':
        return {
          ...entry,
          title: texts.resentBy(name),
          ...(change.delivery_id === null
            ? {}
            : { link: { to: `deliveries/${change.delivery_id}`, text: texts.delivery(change.delivery_id) } }),
        }
    }
  })
  return [...origin, ...made]
}
