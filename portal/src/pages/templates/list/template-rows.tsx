// The rows of the list of templates.
import { Badge, Box, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconCopy, IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import type { TemplateSummary } from '../../../../../sdk/src/api.ts'
import { useActorName } from '../../../parts/actor-name.ts'
import { RowLink } from '../../../parts/lists/row-link.tsx'
import { Rows } from '../../../parts/lists/table.tsx'
import { MoreActions } from '../../../parts/more-actions.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { CloneTemplate } from './clone-template.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import type { TemplateFilters } from './template-filters.tsx'

interface TemplateRowsProps {
  rows: TemplateSummary[]
  filters: TemplateFilters
}

export function TemplateRows({ rows, filters: { change, sortBy } }: TemplateRowsProps) {
  const { common, templateList, templates } = useTexts()
  const actorName = useActorName()
  const may = useMay()
  const onTag = (tag: string) => change({ tag })
  const [cloned, setCloned] = useState<TemplateSummary>()
  const [tagged, setTagged] = useState<TemplateSummary>()
  return (
    <>
      <Rows
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: templates.name, sort: sortBy('name'), cell: (row) => <NameCell row={row} onTag={onTag} /> },
          { title: templateList.state, from: 'md', elsewhere: true, cell: (row) => <State row={row} /> },
          {
            title: templateList.tags,
            from: 'lg',
            elsewhere: true,
            cell: ({ tags }) => <TagBadges tags={tags} onTag={onTag} />,
          },
          {
            title: templates.locales,
            from: 'xl',
            elsewhere: true,
            quiet: true,
            cell: ({ locales }) => <Locales names={locales} />,
          },
          {
            title: templateList.format,
            from: 'xl',
            elsewhere: true,
            quiet: true,
            cell: (row) => <Format row={row} />,
          },
          {
            title: templateList.lastUsed,
            from: 'md',
            labeled: true,
            quiet: true,
            sort: sortBy('last_used'),
            cell: ({ last_used_at, used_by }) => (
              <>
                {last_used_at === null ? templateList.neverUsed : <Time at={last_used_at} />}
                {used_by > 0 && <Text size="xs">{templateList.automations(used_by)}</Text>}
              </>
            ),
          },
          {
            title: templates.changed,
            from: 'md',
            labeled: true,
            quiet: true,
            sort: sortBy('updated'),
            cell: ({ updated_at, updated_by }) => (
              <>
                <Time at={updated_at} />
                {updated_by !== null && <Author name={actorName(updated_by)} />}
              </>
            ),
          },
          ...(may.change
            ? [
                {
                  title: common.actions,
                  untitled: true,
                  right: true,
                  cell: (row: TemplateSummary) => (
                    <RowMenu row={row} onClone={() => setCloned(row)} onTag={() => setTagged(row)} />
                  ),
                },
              ]
            : []),
        ]}
      />
      <CloneTemplate of={cloned} onClose={() => setCloned(undefined)} />
      <TagsDialog of={tagged} onClose={() => setTagged(undefined)} />
    </>
  )
}

/** The author is below the time in a column, and beside it on narrow screens. */
function Author({ name }: { name: string }) {
  return (
    <>
      <Text span inherit hiddenFrom="md">
        {` · ${name}`}
      </Text>
      <Text size="xs" miw={100} visibleFrom="md">
        {name}
      </Text>
    </>
  )
}

function State({ row: { published, draft } }: { row: TemplateSummary }) {
  const { states } = useTexts().templateList
  if (!published) return <Badge color="gray">{states.unpublished}</Badge>
  return draft === null ? <Badge>{states.published}</Badge> : <Badge color="blue">{states.draft}</Badge>
}

/** The name. On narrow screens, also the columns that have no place there. */
function NameCell({ row, onTag }: { row: TemplateSummary; onTag: (tag: string) => void }) {
  const pathTo = usePathTo()
  return (
    <div style={{ minWidth: 170 }}>
      <RowLink to={pathTo(`templates/${encodeURIComponent(row.slug)}`)}>{row.name}</RowLink>
      <Text size="xs" c="dimmed" className="wrap-anywhere">
        <Text span inherit ff="monospace">
          {row.slug}
        </Text>
        <Text span inherit hiddenFrom="xl">
          {' · '}
          <Locales names={row.locales} />
          {' · '}
          <Format row={row} />
        </Text>
      </Text>
      <Group gap={4} my={2} hiddenFrom="lg">
        <Box hiddenFrom="md">
          <State row={row} />
        </Box>
        <TagBadges tags={row.tags} onTag={onTag} />
      </Group>
    </div>
  )
}

const MOST_TAGS = 3

function TagBadges({ tags, onTag }: { tags: string[]; onTag: (tag: string) => void }) {
  const { templateList } = useTexts()
  return (
    <Group gap={4} miw={tags.length > 0 ? 100 : undefined}>
      {tags.slice(0, MOST_TAGS).map((tag) => (
        <UnstyledButton key={tag} onClick={() => onTag(tag)} aria-label={templateList.onlyTag(tag)}>
          <Badge color="gray" maw={140} miw={0} title={tag}>
            {tag}
          </Badge>
        </UnstyledButton>
      ))}
      {tags.length > MOST_TAGS && (
        <Text span size="xs" c="dimmed" title={tags.slice(MOST_TAGS).join(', ')}>
          +{tags.length - MOST_TAGS}
        </Text>
      )}
    </Group>
  )
}

const MOST_LOCALES = 6

function Locales({ names }: { names: string[] }) {
  const more = names.length - MOST_LOCALES
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MOST_LOCALES).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  )
}

function Format({ row: { email_format, engine } }: { row: TemplateSummary }) {
  const { emails } = useTexts()
  return (
    <>
      {emails.formats[email_format]}
      {engine === 'liquid' && ` · ${emails.engines.liquid}`}
    </>
  )
}

interface RowMenuProps {
  row: TemplateSummary
  onClone: () => void
  onTag: () => void
}

function RowMenu({ row, onClone, onTag }: RowMenuProps) {
  const { publishing, templateList } = useTexts()
  return (
    <MoreActions of={row.name}>
      <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={onClone}>
        {publishing.clone}
      </Menu.Item>
      <Menu.Item leftSection={<IconTag size={16} aria-hidden />} onClick={onTag}>
        {templateList.editTags}
      </Menu.Item>
    </MoreActions>
  )
}
