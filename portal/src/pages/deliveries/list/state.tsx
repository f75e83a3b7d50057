// The state of a delivery in a list: what it waits for, or how it ended.
import { Badge, Text } from '@mantine/core'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import { statusColors } from '../../../parts/delivery-words.tsx'
import { ShortMoment, Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export type StateName = Delivery['state']

/** A message has at most four attempts. */
const ATTEMPTS = 4

const colors: Record<StateName, string> = {
  ...statusColors,
  scheduled: 'blue',
  collecting: 'blue',
  deferred: 'blue',
  retrying: 'orange',
  paused: 'yellow',
  cancelled: 'gray',
}

interface DeliveryStateProps {
  row: Delivery
  /** True if the state has one line, without its time. */
  isCompact: boolean
}

export function DeliveryState({ row, isCompact }: DeliveryStateProps) {
  const { deliveries } = useTexts()
  const { state } = row
  const label = state === 'retrying' ? deliveries.retryingAt(row.attempts_made + 1, ATTEMPTS) : deliveries.states[state]
  return (
    <>
      <Badge color={colors[state]} variant={state === 'cancelled' ? 'outline' : 'light'}>
        {label}
      </Badge>
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
