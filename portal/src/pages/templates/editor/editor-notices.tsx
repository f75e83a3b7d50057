// The notices above the editor: the reason why the draft was not saved, a newer published version, and errors.
import { Alert } from '@mantine/core'
import { problemOf } from '../../../api/problem.ts'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { contentOf } from './content/stored-content.ts'
import { Conflict } from './saving/conflict.tsx'
import type { Editing } from './saving/editing.ts'
import { ProblemList } from './saving/problem-list.tsx'
import type { TemplateProblem } from './saving/problems.ts'

interface EditorNoticesProps {
  editing: Editing
  problems: readonly TemplateProblem[]
  /** Opens the field of a problem. */
  onShow: (field: string) => void
}

export function EditorNotices({ editing, problems, onShow }: EditorNoticesProps) {
  const { publishing } = useTexts()
  const { stored, save, discard, edited, unreadable } = editing
  const { template, draft } = stored
  const isOutdated = save.error !== null && problemOf(save.error).code === 'conflict'
  return (
    <>
      {isOutdated && (
        <Conflict
          slug={template.slug}
          mine={contentOf(edited)}
          error={save.error}
          onOverwrite={editing.store}
          onTakeTheirs={editing.takeTheirs}
        />
      )}
      {save.error && !isOutdated && <ProblemNotice error={save.error} />}
      {discard.error && <ProblemNotice error={discard.error} />}
      {unreadable !== '' && (
        <Alert color="red" variant="light" role="alert">
          {unreadable}
        </Alert>
      )}
      {template.published && draft !== null && draft.based_on < template.version && (
        <Alert color="yellow" variant="light">
          {publishing.outdated(template.version)}
        </Alert>
      )}
      <ProblemList problems={problems} onShow={onShow} />
    </>
  )
}
