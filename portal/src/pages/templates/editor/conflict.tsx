// The notice for the case that another member saved the template in the meantime. It shows the differences, and a
// choice between the two versions.
import { Button, Group, Stack } from '@mantine/core'
import type { Template } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Difference } from '../versions/difference.tsx'
import type { StoredTemplate } from './template-draft.ts'

interface ConflictProps {
  slug: string
  mine: StoredTemplate
  error: unknown
  /** Called with the stored version that the member overwrites. */
  onOverwrite: (version: number) => void
  onTakeTheirs: (theirs: Template) => void
}

export function Conflict({ slug, mine, error, onOverwrite, onTakeTheirs }: ConflictProps) {
  const { problems, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readTemplate', { path: { ws, slug } }, { fresh: true })
  const takeTheirs = async (theirs: Template) => {
    const sure = await confirm({
      title: templates.takeSavedTitle(theirs.version),
      text: templates.takeSavedText,
      yes: problems.takeSaved,
    })
    if (sure) onTakeTheirs(theirs)
  }
  return (
    <Stack gap="sm">
      <ProblemNotice error={error} title={templates.conflict} />
      <QueryResult query={query} lines={4}>
        {(theirs) =>
          query.isFetchedAfterMount && (
            <Stack gap="sm">
              <Difference
                before={theirs}
                after={mine}
                beforeName={templates.savedVersion(theirs.version)}
                afterName={templates.yourChanges}
              />
              <Group gap="xs">
                <Button onClick={() => onOverwrite(theirs.version)}>{problems.overwrite}</Button>
                <Button variant="default" onClick={() => void takeTheirs(theirs)}>
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
