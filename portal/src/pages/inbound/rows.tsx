// The rows of the list of inbound webhooks: channel, problem, source, state and time.
import { Badge, Button, Text } from '@mantine/core'
import type { InboundRequest } from '../../../../sdk/src/api.ts'
import { useRead } from '../../api/queries.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

type RequestStatus = InboundRequest['status']

/** The statuses of inbound webhooks, with the most urgent status first. */
export const requestStatuses: RequestStatus[] = ['set_aside', 'unreadable', 'waiting', 'done']

const colors = { set_aside: 'red', unreadable: 'yellow', waiting: 'gray', done: 'green' } as const

export function RequestState({ status }: { status: RequestStatus }) {
  const { inbound } = useTexts()
  return <Badge color={colors[status]}>{inbound.states[status]}</Badge>
}

interface RequestRowsProps {
  rows: InboundRequest[]
  onShow: (id: number) => void
}

export function RequestRows({ rows, onShow }: RequestRowsProps) {
  const { inbound } = useTexts()
  return (
    <Rows
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: inbound.request,
          cell: (row) => (
            <>
              <Channel name={row.channel} />
              {row.problem !== null && (
                <Text size="xs" c="dimmed" mt={2} lineClamp={3} className="sentence">
                  <ServerSentence text={row.problem} />
                </Text>
              )}
            </>
          ),
        },
        { title: inbound.source, from: 'sm', cell: (row) => <Connection of={row} /> },
        { title: inbound.state, cell: ({ status }) => <RequestState status={status} /> },
        { title: inbound.received, from: 'sm', quiet: true, cell: (row) => <Time at={row.received_at} /> },
        {
          title: inbound.details,
          untitled: true,
          right: true,
          cell: (row) => (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => onShow(row.id)}
              aria-label={`${inbound.details}: ${row.id}`}
            >
              {inbound.details}
            </Button>
          ),
        },
      ]}
    />
  )
}

/** A link to the connection, where a member can fix the settings. */
function Connection({ of }: { of: InboundRequest }) {
  const { inbound } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const sources = useRead('listSources', { path: { ws }, query: { limit: 100 } })
  const listed = sources.data?.data.find(({ id }) => id === of.source_id)
  const isFurtherDown = !listed && !!sources.data?.next_cursor
  const alone = useRead('readSource', { path: { ws, source: of.source_id } }, { enabled: isFurtherDown })
  const name = (listed ?? alone.data)?.name
  return (
    <RowLink to={pathTo(`sources/${of.source_id}/connections/${of.channel}`)}>
      {name ?? inbound.sourceOf(of.source_id)}
    </RowLink>
  )
}
