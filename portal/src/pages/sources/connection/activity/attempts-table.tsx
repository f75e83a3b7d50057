// The latest attempts of a connection, with their outcomes and reasons.
import { Badge, Card, Text, Title } from '@mantine/core'
import { useRead } from '../../../../api/queries.ts'
import { RowLink } from '../../../../parts/lists/row-link.tsx'
import { Rows } from '../../../../parts/lists/table.tsx'
import { ServerSentence } from '../../../../parts/server-sentence.tsx'
import { QueryResult } from '../../../../parts/states.tsx'
import { Time } from '../../../../parts/time.tsx'
import { usePathTo } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import type { ConnectionPath } from '../target.ts'
import { useOutcomeName } from './tally.tsx'

const READ_EVERY_MS = 15_000

export function AttemptsTable({ place, id }: { place: ConnectionPath; id: number }) {
  const { connectionActivity: texts, timeline } = useTexts()
  const pathTo = usePathTo()
  const outcomeName = useOutcomeName()
  const query = useRead('listConnectionAttempts', { path: { ...place, id } }, { every: READ_EVERY_MS })
  return (
    <section aria-label={texts.latest}>
      <Title order={2} mb="sm">
        {texts.latest}
      </Title>
      <QueryResult query={query} lines={6}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <Text size="sm" c="dimmed">
                {texts.noOutcomes}
              </Text>
            </Card>
          ) : (
            <Rows
              rows={data}
              keyOf={({ delivery_id, attempt }) => `${delivery_id}-${attempt}`}
              columns={[
                {
                  title: texts.delivery,
                  cell: (row) => (
                    <RowLink to={pathTo(`deliveries/${row.delivery_id}`)}>
                      {row.delivery_id} · {row.recipient_name}
                    </RowLink>
                  ),
                },
                {
                  title: texts.outcome,
                  cell: ({ outcome, reason }) => (
                    <>
                      <Badge color={outcome === 'sent' ? 'green' : outcome === 'throttled' ? 'yellow' : 'red'}>
                        {outcomeName(outcome)}
                      </Badge>
                      {reason !== null && (
                        <Text size="xs" c="dimmed" mt={2} className="sentence">
                          <ServerSentence text={reason} />
                        </Text>
                      )}
                    </>
                  ),
                },
                { title: texts.attempts, from: 'md', quiet: true, cell: (row) => texts.attempt(row.attempt) },
                {
                  title: texts.duration,
                  from: 'md',
                  right: true,
                  cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{timeline.took(row.latency_ms)}</span>,
                },
                { title: texts.time, from: 'sm', quiet: true, cell: (row) => <Time at={row.started_at} /> },
              ]}
            />
          )
        }
      </QueryResult>
    </section>
  )
}
