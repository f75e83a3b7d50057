// Templates: what messages say, by the name that requests use.
import { Anchor, Badge, Button, Code, Group, Table, Text } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewTemplate } from './new-template.tsx'

export default function TemplatesPage() {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const [creating, setCreating] = useState(false)
  const pages = usePages('listTemplates', { path: { ws } })
  const create = may.change && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {templates.create}
    </Button>
  )
  return (
    <PageFrame title={templates.title} text={templates.text} actions={create}>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconTemplate} title={templates.empty} action={create}>
            {templates.emptyText}
          </Empty>
        }
      >
        {(rows) => (
          <div className="framed">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{templates.name}</Table.Th>
                  <Table.Th visibleFrom="sm">{templates.locales}</Table.Th>
                  <Table.Th visibleFrom="xs">{templates.changed}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>
                      <Anchor
                        component={Link}
                        to={pathTo(`templates/${encodeURIComponent(row.slug)}`)}
                        className="wrap-anywhere"
                        fw={560}
                      >
                        {row.name}
                      </Anchor>
                      <Group gap={6} mt={2}>
                        <Code className="wrap-anywhere">{row.slug}</Code>
                        {row.essential && <Badge color="yellow">{templates.essentialShort}</Badge>}
                      </Group>
                    </Table.Td>
                    <Table.Td visibleFrom="sm">
                      <Group gap={4}>
                        {Object.keys(row.locales).map((locale) => (
                          <Badge key={locale} color="gray">
                            {locale}
                          </Badge>
                        ))}
                      </Group>
                    </Table.Td>
                    <Table.Td visibleFrom="xs">
                      <Text size="sm" c="dimmed">
                        <Time at={row.updated_at} />
                        {row.updated_by !== null && ` · ${row.updated_by}`}
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </ShownPages>
      <NewTemplate opened={creating} onClose={() => setCreating(false)} />
    </PageFrame>
  )
}
