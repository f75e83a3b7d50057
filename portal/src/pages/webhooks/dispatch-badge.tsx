// The status of an event or a callback, as a badge.
import { Badge } from '@mantine/core'
import type { SubscriptionEvent } from '../../../../sdk/src/api.ts'
import { useTexts } from '../../texts/texts.tsx'

const colors = { waiting: 'gray', sending: 'yellow', received: 'green', failed: 'red', held: 'orange' } as const

export function DispatchBadge({ status }: { status: SubscriptionEvent['status'] }) {
  const { webhooks } = useTexts()
  return <Badge color={colors[status]}>{webhooks.statuses[status]}</Badge>
}
