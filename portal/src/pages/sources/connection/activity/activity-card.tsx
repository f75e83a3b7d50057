// The activity of a channel of a source, beside its settings: pending messages, and the outcomes of each connection.
import { Card, Stack, Text, Title } from '@mantine/core'
import type { ConnectionActivity } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { RowLink } from '../../../../parts/lists/row-link.tsx'
import { QueryResult } from '../../../../parts/states.tsx'
import { usePathTo } from '../../../../session/workspace.tsx'
import { useNumbers } from '../../../../texts/numbers.ts'
import { useTexts } from '../../../../texts/texts.tsx'
import type { ConnectionPath } from '../target.ts'
import { Pending } from './pending.tsx'
import { Tally, useOutcomeName } from './tally.tsx'
import './activity.css'

interface ActivityCardProps {
  place: ConnectionPath
  /** Returns the name of a connection. Undefined if the connection has no page. */
  nameOf: (id: number) => string | undefined
}

export function ActivityCard({ place, nameOf }: ActivityCardProps) {
  const { connectionActivity: texts } = useTexts()
  const query = useActivity(place)
  return (
    <Card>
      <QueryResult query={query} lines={5}>
        {({ pending, searched, connections }) => (
          <Stack gap="lg">
            <div>
              <Title order={2} mb="xs">
                {texts.pending}
              </Title>
              <Pending place={place} pending={pending} />
            </div>
            <div>
              <Title order={2} mb="xs">
                {texts.outcomes}
              </Title>
              <Outcomes place={place} connections={connections} nameOf={nameOf} />
            </div>
            <Text size="xs" c="dimmed">
              {texts.searched(searched.own, searched.messages)}
            </Text>
          </Stack>
        )}
      </QueryResult>
    </Card>
  )
}

const READ_EVERY_MS = 15_000

/** Reads the activity of a channel again and again. */
export function useActivity(place: ConnectionPath, enabled = true) {
  return useRead('readConnectionActivity', { path: place }, { every: READ_EVERY_MS, enabled })
}

type Shown = ConnectionActivity['connections'][number]

function Outcomes({ place, connections, nameOf }: ActivityCardProps & { connections: Shown[] }) {
  const { connectionActivity: texts } = useTexts()
  // A connection without attempts is listed too, because its name leads to its page.
  const shown = connections.filter(({ id, attempts }) => attempts > 0 || (id !== null && nameOf(id) !== undefined))
  if (shown.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noOutcomes}
      </Text>
    )
  return (
    <Stack gap="md">
      {shown.map((connection) => (
        <OutcomesOfOne key={connection.id ?? 'several'} place={place} connection={connection} nameOf={nameOf} />
      ))}
    </Stack>
  )
}

function OutcomesOfOne({ place, connection, nameOf }: ActivityCardProps & { connection: Shown }) {
  const { connectionActivity: texts } = useTexts()
  const figure = useNumbers()
  const pathTo = usePathTo()
  const outcomeName = useOutcomeName()
  const { id, outcomes } = connection
  const name = id === null ? texts.several : nameOf(id)
  const rows = Object.entries(outcomes).sort(([, one], [, other]) => other - one)
  return (
    <div>
      {name !== undefined && (
        <Text size="sm" fw={560} mb={4} component="div">
          {id === null ? (
            name
          ) : (
            <RowLink to={pathTo(`sources/${place.source}/connections/${place.channel}/${id}`)}>{name}</RowLink>
          )}
        </Text>
      )}
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noOutcomes}
        </Text>
      ) : (
        <Tally rows={rows.map(([outcome, n]) => ({ name: outcomeName(outcome), value: figure(n) }))} />
      )}
    </div>
  )
}
