// The line below the title of the editor: slug, state, version, and who changed the template.
import { Badge, Group, Text } from '@mantine/core'
import { useActorName } from '../../../parts/actor-name.ts'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { Editing } from './saving/editing.ts'

export function EditorStatus({ editing }: { editing: Editing }) {
  const { publishing, templates } = useTexts()
  const actorName = useActorName()
  const { template, draft } = editing.stored
  const { updated_at, updated_by } = draft ?? template
  return (
    <Group component="span" gap={6} className="wrap-anywhere">
      <span>{template.slug}</span>
      {template.published ? (
        <Badge>{publishing.published(template.version)}</Badge>
      ) : (
        <Badge color="gray">{publishing.unpublished}</Badge>
      )}
      {template.published && draft !== null && <Badge color="blue">{publishing.draft}</Badge>}
      {editing.isDirty && <Badge color="yellow">{templates.unsaved}</Badge>}
      <Text span inherit>
        <Time at={updated_at} />
        {updated_by !== null && ` · ${actorName(updated_by)}`}
      </Text>
    </Group>
  )
}
