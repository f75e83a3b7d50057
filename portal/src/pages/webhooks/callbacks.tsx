// What became of action callbacks: the requests that tell an application which button was pressed.
import { Button, Table, Text } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { useState } from 'react'
import { usePages } from '../../api/queries.ts'
import { RowLink } from '../../parts/row-link.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { CallbackDialog } from './callback-dialog.tsx'
import { ToldBadge } from './told-badge.tsx'

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
          <div className="framed">
            <Table.ScrollContainer minWidth={640}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{webhooks.action}</Table.Th>
                    <Table.Th>{webhooks.delivery}</Table.Th>
                    <Table.Th>{webhooks.address}</Table.Th>
                    <Table.Th>{webhooks.state}</Table.Th>
                    <Table.Th>{webhooks.pressed}</Table.Th>
                    <Table.Th aria-label={webhooks.details} />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      <Table.Td className="wrap-anywhere">{row.action}</Table.Td>
                      <Table.Td>
                        <RowLink to={pathTo(`deliveries/${row.delivery_id}`)}>{row.delivery_id}</RowLink>
                      </Table.Td>
                      <Table.Td className="wrap-anywhere">{row.url}</Table.Td>
                      <Table.Td>
                        <ToldBadge status={row.status} />
                      </Table.Td>
                      <Table.Td>
                        <Text size="sm" c="dimmed">
                          <Time at={row.created_at} />
                        </Text>
                      </Table.Td>
                      <Table.Td ta="right">
                        <Button size="compact-xs" variant="default" onClick={() => setShown(row.id)}>
                          {webhooks.details}
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </div>
        )}
      </ShownPages>
    </>
  )
}
