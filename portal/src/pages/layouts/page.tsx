// Layouts: the headers and footers that the emails of templates share.
import { Badge, Code, Group } from '@mantine/core'
import { IconLayout } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { ListPage } from '../../parts/lists/list-page.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewLayout } from './new-layout.tsx'

export default function LayoutsPage() {
  const { emails, layouts, templates } = useTexts()
  const actorName = useActorName()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listLayouts', { path: { ws } })
  return (
    <ListPage
      texts={layouts}
      icon={IconLayout}
      pages={pages}
      before={<BackLink to="templates">{templates.title}</BackLink>}
      dialog={(opened, close) => <NewLayout opened={opened} onClose={close} />}
    >
      {(rows) => (
        <Rows
          rows={rows}
          keyOf={({ slug }) => slug}
          columns={[
            {
              title: templates.name,
              cell: (row) => (
                <>
                  <RowLink to={pathTo(`layouts/${encodeURIComponent(row.slug)}`)}>{row.name}</RowLink>
                  <Group gap={6} mt={2}>
                    <Code className="wrap-anywhere">{row.slug}</Code>
                    <Badge color="gray">{emails.formats[row.format]}</Badge>
                  </Group>
                </>
              ),
            },
            {
              title: templates.locales,
              from: 'sm',
              quiet: true,
              cell: (row) => Object.keys(row.locales).join(', '),
            },
            {
              title: layouts.usedBy,
              from: 'xs',
              labeled: true,
              quiet: true,
              cell: (row) => layouts.templates(row.used_by),
            },
            {
              title: templates.changed,
              from: 'sm',
              quiet: true,
              cell: (row) => (
                <>
                  <Time at={row.updated_at} />
                  {row.updated_by !== null && ` · ${actorName(row.updated_by)}`}
                </>
              ),
            },
          ]}
        />
      )}
    </ListPage>
  )
}
