// The messages that wait in a channel of a source, by their reason, with a link to the list of deliveries.
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ConnectionActivity } from '../../../../../../sdk/src/api.ts'
import { Moment } from '../../../../parts/time.tsx'
import { usePathTo } from '../../../../session/workspace.tsx'
import { useNumbers } from '../../../../texts/numbers.ts'
import { useTexts } from '../../../../texts/texts.tsx'
import { NOT_SENT } from '../../../deliveries/list/state-choices.ts'
import type { ConnectionPath } from '../target.ts'
import { Tally } from './tally.tsx'

const kinds = ['due', 'retrying', 'paused', 'scheduled', 'throttled'] as const
/** The service stops counting at this number. */
const MOST_COUNTED = 1000

export function Pending({ place, pending }: { place: ConnectionPath; pending: ConnectionActivity['pending'] }) {
  const { connectionActivity: texts } = useTexts()
  const figure = useNumbers()
  const pathTo = usePathTo()
  const rows = kinds.flatMap((kind) => {
    const n = pending[kind]
    return n === 0 ? [] : [{ name: texts.kinds[kind], value: n >= MOST_COUNTED ? texts.atLeast(n) : figure(n) }]
  })
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noPending}
      </Text>
    )
  return (
    <Stack gap="xs">
      <Tally rows={rows} />
      {pending.oldest_at !== null && (
        <Text size="sm" c="dimmed">
          {texts.oldest}: <Moment at={pending.oldest_at} />
        </Text>
      )}
      <Anchor
        component={Link}
        to={pathTo('deliveries')}
        search={{ status: NOT_SENT, source: place.source, channel: place.channel } as never}
        size="sm"
      >
        {texts.showPending}
      </Anchor>
    </Stack>
  )
}

/** Returns the number of all pending messages. */
export function pendingOf(pending: ConnectionActivity['pending']): number {
  return kinds.reduce((sum, kind) => sum + pending[kind], 0)
}
