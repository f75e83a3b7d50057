// Sources: what sends messages in this workspace, each with its own keys and connections.
import { Anchor, Badge, Button, Group, Table, Text } from '@mantine/core'
import { IconPlug, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewSource } from './new-source.tsx'

export default function SourcesPage() {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const [creating, setCreating] = useState(false)
  const pages = usePages('listSources', { path: { ws } })
  const create = may.change && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {sources.create}
    </Button>
  )
  return (
    <PageFrame title={sources.title} text={sources.text} actions={create}>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconPlug} title={sources.empty} action={create}>
            {sources.emptyText}
          </Empty>
        }
      >
        {(rows) => (
          <div className="framed">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{sources.name}</Table.Th>
                  <Table.Th visibleFrom="xs">{sources.rateLimit}</Table.Th>
                  <Table.Th visibleFrom="xs">{sources.created}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>
                      <Group gap="xs">
                        <Anchor component={Link} to={pathTo(`sources/${row.id}`)} className="wrap-anywhere" fw={560}>
                          {row.name}
                        </Anchor>
                        {row.confirm_click_recommended && !row.confirm_click && (
                          <Badge color="yellow">{sources.confirmAdvised}</Badge>
                        )}
                      </Group>
                    </Table.Td>
                    <Table.Td visibleFrom="xs">
                      <Text size="sm" className="numbers">
                        {sources.perHour(row.rate_limit)}
                      </Text>
                    </Table.Td>
                    <Table.Td visibleFrom="xs">
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
      <NewSource opened={creating} onClose={() => setCreating(false)} />
    </PageFrame>
  )
}
