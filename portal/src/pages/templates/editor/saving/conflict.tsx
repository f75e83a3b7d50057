// The notice for the case that another member saved the template in the meantime. It shows the differences, and a
// choice between the two versions.
import { Button, Group, Stack } from '@mantine/core'
import { confirm } from '../../../../parts/forms/confirm.ts'
import { Loading, ProblemNotice } from '../../../../parts/states.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { Difference } from '../../versions/difference.tsx'
import type { StoredContent } from '../content/stored-content.ts'
import { contentIn, type StoredTemplate, useStoredTemplate } from './stored-template.ts'

interface ConflictProps {
  slug: string
  mine: StoredContent
  error: Error
  /** Called with the stored revision that the member overwrites. */
  onOverwrite: (revision: number) => void
  onTakeTheirs: (theirs: StoredTemplate) => void
}

export function Conflict({ slug, mine, error, onOverwrite, onTakeTheirs }: ConflictProps) {
  const { problems, publishing, templates } = useTexts()
  const { data: theirs, error: failure, retry } = useStoredTemplate(slug)
  const takeTheirs = async (from: StoredTemplate) => {
    const sure = await confirm({
      title: publishing.takeSavedTitle,
      text: templates.takeSavedText,
      yes: problems.takeSaved,
    })
    if (sure) onTakeTheirs(from)
  }
  return (
    <Stack gap="sm">
      <ProblemNotice error={error} title={templates.conflict} />
      {failure !== null ? (
        <ProblemNotice error={failure} onRetry={retry} />
      ) : theirs === undefined ? (
        <Loading lines={4} />
      ) : (
        <Stack gap="sm">
          <Difference
            before={contentIn(theirs)}
            after={mine}
            beforeName={theirs.draft === null ? templates.savedVersion(theirs.template.version) : publishing.savedDraft}
            afterName={templates.yourChanges}
          />
          <Group gap="xs">
            <Button onClick={() => onOverwrite(theirs.draft?.revision ?? 0)}>{problems.overwrite}</Button>
            <Button variant="default" onClick={() => void takeTheirs(theirs)}>
              {problems.takeSaved}
            </Button>
          </Group>
        </Stack>
      )}
    </Stack>
  )
}
