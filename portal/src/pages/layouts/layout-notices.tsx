// The reason why a layout was not saved. After a conflict, the member chooses between the two versions.
import { Button, Group, Stack } from '@mantine/core'
import { problemOf } from '../../api/problem.ts'
import { useRead } from '../../api/queries.ts'
import { ProblemNotice, QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { LinesDifference } from '../templates/versions/difference.tsx'
import { type EditedLayout, editedOf, type LayoutEditing } from './layout-editing.ts'

export function LayoutNotices({ editing }: { editing: LayoutEditing }) {
  const { save } = editing
  if (save.error === null) return null
  if (problemOf(save.error).code === 'conflict') return <LayoutConflict editing={editing} error={save.error} />
  return <ProblemNotice error={save.error} />
}

function LayoutConflict({ editing, error }: { editing: LayoutEditing; error: Error }) {
  const { layouts, problems, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readLayout', { path: { ws, slug: editing.stored.slug } }, { fresh: true })
  return (
    <Stack gap="sm">
      <ProblemNotice error={error} title={layouts.conflict} />
      <QueryResult query={query} lines={4}>
        {(theirs) =>
          query.isFetchedAfterMount && (
            <Stack gap="sm">
              <LinesDifference
                before={linesOf(editedOf(theirs))}
                after={linesOf(editing.edited)}
                beforeName={templates.savedVersion(theirs.version)}
                afterName={templates.yourChanges}
              />
              <Group gap="xs">
                <Button onClick={() => editing.store(theirs.version)}>{problems.overwrite}</Button>
                <Button variant="default" onClick={() => editing.takeTheirs(theirs)}>
                  {problems.takeSaved}
                </Button>
              </Group>
            </Stack>
          )
        }
      </QueryResult>
    </Stack>
  )
}

function linesOf({ name, locales }: EditedLayout): string[] {
  return [
    name,
    ...Object.entries(locales).flatMap(([locale, { content, text_header = '', text_footer = '' }]) => [
      '',
      `[${locale}]`,
      ...text_header.split('\n'),
      ...content.split('\n'),
      ...text_footer.split('\n'),
    ]),
  ]
}
