// The figures of one connection: pending messages, attempts, accepted messages and durations.
import { Text } from '@mantine/core'
import type { ConnectionActivity } from '../../../../../../sdk/src/api.ts'
import { FigureList } from '../../../../parts/figure-list.tsx'
import { Time } from '../../../../parts/time.tsx'
import { useNumbers, useShares } from '../../../../texts/numbers.ts'
import { useTexts } from '../../../../texts/texts.tsx'
import { pendingOf } from './pending.tsx'

export function ConnectionFigures({ activity, id }: { activity: ConnectionActivity; id: number }) {
  const { connectionActivity: texts, timeline } = useTexts()
  const figure = useNumbers()
  const share = useShares()
  const { connections, pending, searched } = activity
  const own = connections.find((connection) => connection.id === id)
  if (own === undefined) return null
  const { attempts, outcomes, p50_ms, p95_ms, last_at } = own
  const accepted = outcomes.sent ?? 0
  const isAlone = connections.length === 1
  return (
    <div>
      <FigureList
        figures={[
          {
            name: texts.pending,
            value: figure(isAlone ? pendingOf(pending) : own.pending),
            note: isAlone ? undefined : `${figure(pendingOf(pending))} ${texts.ofChannel}`,
          },
          { name: texts.attempts, value: figure(attempts) },
          { name: texts.accepted, value: share(accepted, attempts) },
          { name: texts.median, value: p50_ms === null ? '–' : timeline.took(p50_ms) },
          { name: texts.p95, value: p95_ms === null ? '–' : timeline.took(p95_ms) },
          { name: texts.lastAttempt, value: last_at === null ? '–' : <Time at={last_at} /> },
        ]}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {texts.searched(searched.own, searched.messages)}
      </Text>
    </div>
  )
}
