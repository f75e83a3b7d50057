// The entries of the list of versions: the draft, and each version with its author and time.
import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Template, TemplateVersion } from '../../../../../sdk/src/api.ts'
import { useActorName } from '../../../parts/actor-name.ts'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'

interface Choice {
  chosen: boolean
  onChoose: () => void
}

export function DraftEntry({ draft, ...choice }: Choice & { draft: NonNullable<Template['draft']> }) {
  const { publishing } = useTexts()
  return (
    <Entry {...choice} title={publishing.draft} at={draft.updated_at} by={draft.updated_by}>
      <Badge color="blue">{publishing.notPublished}</Badge>
    </Entry>
  )
}

export function VersionEntry({ row, ...choice }: Choice & { row: TemplateVersion }) {
  const { templates } = useTexts()
  return (
    <li>
      <Entry {...choice} title={templates.version(row.version)} at={row.at} by={row.by}>
        {row.current && <Badge>{templates.current}</Badge>}
      </Entry>
    </li>
  )
}

interface EntryProps extends Choice {
  title: string
  at: string
  by: string | null
  children: ReactNode
}

function Entry({ chosen, onChoose, title, at, by, children }: EntryProps) {
  const actorName = useActorName()
  return (
    <UnstyledButton className="version" data-chosen={chosen} aria-pressed={chosen} onClick={onChoose}>
      <Group gap="xs">
        <Text fw={560} size="sm">
          {title}
        </Text>
        {children}
      </Group>
      <Text size="xs" c="dimmed" className="wrap-anywhere">
        <Time at={at} />
        {by !== null && ` · ${actorName(by)}`}
      </Text>
    </UnstyledButton>
  )
}
