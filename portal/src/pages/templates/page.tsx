// Templates: the list of templates with their slugs and languages.
import { Badge, Code, Group } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { usePages } from '../../api/queries.ts'
import { useActorName } from '../../parts/actor-name.ts'
import { ListPage } from '../../parts/lists/list-page.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Rows } from '../../parts/lists/table.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewTemplate } from './new-template.tsx'

export default function TemplatesPage() {
  const actorName = useActorName()
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const pages = usePages('listTemplates', { path: { ws } })
  return (
    <ListPage
      texts={templates}
      icon={IconTemplate}
      pages={pages}
      dialog={(opened, close) => <NewTemplate opened={opened} onClose={close} />}
    >
      {(rows) => (
        <Rows
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              title: templates.name,
              cell: (row) => (
                <>
                  <RowLink to={pathTo(`templates/${encodeURIComponent(row.slug)}`)}>{row.name}</RowLink>
                  <Group gap={6} mt={2}>
                    <Code className="wrap-anywhere">{row.slug}</Code>
                    {row.essential && <Badge color="yellow">{templates.essentialShort}</Badge>}
                  </Group>
                </>
              ),
            },
            {
              title: templates.locales,
              from: 'sm',
              cell: (row) => (
                <Group gap={4}>
                  {Object.keys(row.locales).map((locale) => (
                    <Badge key={locale} color="gray">
                      {locale}
                    </Badge>
                  ))}
                </Group>
              ),
            },
            {
              title: templates.changed,
              from: 'xs',
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
