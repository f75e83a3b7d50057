// The state of a delivery in a list and on its page, with the time for which it waits.
import { Text } from '@mantine/core'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import { StateBadge } from '../../../parts/delivery-words.tsx'
import { ShortMoment, Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'

interface DeliveryStateProps {
  row: Delivery
  /** True if the state has one line, without its time. */
  isCompact: boolean
}

export function DeliveryState({ row, isCompact }: DeliveryStateProps) {
  return (
    <>
      <StateBadge {...row} />
      {!isCompact && <StateTime row={row} />}
    </>
  )
}

/** The time for which a message waits. */
function StateTime({ row: { state, scheduled_for, deferred_until, due_at } }: { row: Delivery }) {
  const { deliveries } = useTexts()
  const text =
    state === 'scheduled' && scheduled_for !== null ? (
      <ShortMoment at={scheduled_for} />
    ) : state === 'deferred' && deferred_until !== null ? (
      <>
        {deliveries.quietUntil} <ShortMoment at={deferred_until} />
      </>
    ) : state === 'retrying' && due_at !== null ? (
      <Time at={due_at} />
    ) : state === 'paused' ? (
      deliveries.connectionPaused
    ) : null
  if (text === null) return null
  return (
    <Text component="div" size="xs" c="dimmed" truncate>
      {text}
    </Text>
  )
}
