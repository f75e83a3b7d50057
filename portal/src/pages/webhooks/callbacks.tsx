// The list of action callbacks with their status.
import { Button } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '../../api/queries.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { CallbackDialog } from './callback-dialog.tsx'
import { DispatchBadge } from './dispatch-badge.tsx'

export function Callbacks() {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const [shown, setShown] = useState<number>()
  const pages = usePages('listCallbacks', { path: { ws } }, { every: 15_000 })
  return (
    <>
      <CallbackDialog id={shown} onClose={() => setShown(undefined)} />
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
              { title: webhooks.action, cell: (row) => row.action },
              {
                title: webhooks.delivery,
                from: 'sm',
                cell: (row) => (
                  <RowLink to={pathTo(`deliveries/${row.delivery_id}`)}>{webhooks.ofDelivery(row.delivery_id)}</RowLink>
                ),
              },
              { title: webhooks.callbackUrl, from: 'sm', cell: (row) => row.url },
              { title: webhooks.state, cell: (row) => <DispatchBadge status={row.status} /> },
              { title: webhooks.pressed, from: 'sm', quiet: true, cell: (row) => <Time at={row.created_at} /> },
              {
                title: webhooks.details,
                untitled: true,
                right: true,
                cell: (row) => (
                  <Button size="compact-xs" variant="default" onClick={() => setShown(row.id)}>
                    {webhooks.details}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </ShownPages>
    </>
  )
}
