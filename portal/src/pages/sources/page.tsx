// Sources: the list of applications that send messages.
import { Badge, Group } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { ListPage } from '../../parts/lists/list-page.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewSource } from './new-source.tsx'

export default function SourcesPage() {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listSources', { path: { ws } })
  return (
    <ListPage
      texts={sources}
      icon={IconPlug}
      pages={pages}
      dialog={(opened, close) => <NewSource opened={opened} onClose={close} />}
    >
      {(rows) => (
        <Rows
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              title: sources.name,
              cell: (row) => (
                <Group gap="xs">
                  <RowLink to={pathTo(`sources/${row.id}`)}>{row.name}</RowLink>
                  {row.confirm_click_recommended && !row.confirm_click && (
                    <Badge color="yellow">{sources.confirmRecommended}</Badge>
                  )}
                </Group>
              ),
            },
            { title: sources.rateLimit, from: 'xs', cell: (row) => sources.perHour(row.rate_limit) },
            { title: sources.created, from: 'xs', quiet: true, cell: (row) => <Time at={row.created_at} /> },
          ]}
        />
      )}
    </ListPage>
  )
}
