// The errors and warnings of the edited content, by field. The API checks the content shortly after a change.
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import type { TemplateDraft } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { useWorkspace } from '../../../../session/workspace.tsx'
import type { TextProblem } from '../code/text-syntax.ts'
import type { EditedTemplate } from '../content/edited-template.ts'
import { contentOf } from '../content/stored-content.ts'

const AFTER_MS = 500
const NONE: readonly TextProblem[] = []

/** An error or warning of the API. Errors prevent publishing. */
export type TemplateProblem = TemplateDraft['problems'][number]

export interface CheckedContent {
  problems: TemplateProblem[]
  /** Returns the problems of one field, such as `locales.it.body`. */
  at: (field: string) => readonly TextProblem[]
  /** The names of the variables of a locale. With Liquid they are paths. */
  variables: Record<string, string[]>
}

export function useCheckedContent(edited: EditedTemplate): CheckedContent {
  const { id: ws } = useWorkspace()
  const [checked] = useDebouncedValue(JSON.stringify(contentOf(edited)), AFTER_MS)
  const { name: _, ...content }: ReturnType<typeof contentOf> = JSON.parse(checked)
  const { data } = useRead('checkTemplate', { path: { ws }, body: content }, { keep: true })
  return useMemo(() => {
    const problems = data?.problems ?? []
    const byField = textProblemsByField(problems)
    return { problems, at: (field) => byField.get(field) ?? NONE, variables: data?.variables ?? {} }
  }, [data])
}

export function textProblemsByField(problems: readonly TemplateProblem[]): Map<string, TextProblem[]> {
  const byField = new Map<string, TextProblem[]>()
  for (const problem of problems)
    byField.set(problem.field, [...(byField.get(problem.field) ?? []), textProblemOf(problem)])
  return byField
}

function textProblemOf({ message, line, column, severity }: TemplateProblem): TextProblem {
  return { message, line: line ?? undefined, column: column ?? undefined, severity }
}
