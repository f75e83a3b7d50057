// Deliveries: every message, newest first, filtered by the address.
import { Anchor, Table, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../api/queries.ts'
import { Channel, StatusBadge } from '../../parts/delivery-words.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export default function DeliveriesPage() {
  const { deliveries } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listDeliveries', { path: { ws }, query: { mode: 'test' } })
  return (
    <PageFrame title={deliveries.title}>
      <ShownPages pages={pages} empty={<Empty icon={IconSend} title={deliveries.title} />}>
        {(rows) => (
          <div className="framed">
            <Table>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>
                      <StatusBadge status={row.status} />
                    </Table.Td>
                    <Table.Td>
                      <Anchor component={Link} to={pathTo(`deliveries/${row.id}`)}>
                        {row.recipient_name}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>
                      <Channel name={row.channel} />
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm" c="dimmed">
                        <Time at={row.created_at} />
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </ShownPages>
    </PageFrame>
  )
}
