// The list of action callbacks with their status.
import { Badge, Group } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DispatchBadge } from './dispatch-badge.tsx'

export function Callbacks() {
  const { common, timeline, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listCallbacks', { path: { ws } }, { every: 15_000 })
  return (
    <ShownPages
      pages={pages}
      empty={
        <Empty icon={IconClick} title={webhooks.noCallbacks}>
          {webhooks.noCallbacksText}
        </Empty>
      }
    >
      {(rows) => (
        <Rows
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              title: webhooks.action,
              cell: (row) => (
                <Group gap={6}>
                  <RowLink to={pathTo(`webhooks/callbacks/${row.id}`)}>{row.action}</RowLink>
                  {row.mode === 'test' && <Badge color="yellow">{common.test}</Badge>}
                </Group>
              ),
            },
            { title: webhooks.state, cell: (row) => <DispatchBadge status={row.status} /> },
            {
              title: webhooks.delivery,
              from: 'sm',
              cell: (row) => (
                <RowLink to={pathTo(`deliveries/${row.delivery_id}`)}>{webhooks.ofDelivery(row.delivery_id)}</RowLink>
              ),
            },
            { title: webhooks.callbackUrl, from: 'sm', cell: (row) => row.url },
            { title: webhooks.attempts, from: 'md', cell: (row) => timeline.entries.attempts(row.attempts_made) },
            { title: webhooks.pressed, from: 'sm', quiet: true, cell: (row) => <Time at={row.created_at} /> },
          ]}
        />
      )}
    </ShownPages>
  )
}
