// The preview of a layout with a sample text.
import { Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { EmailFrame, hasDarkStyles, hasRemoteImages } from '../../parts/messages/email-frame.tsx'
import { ProblemNotice, QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { TextProblem } from '../templates/editor/code/text-syntax.ts'
import { firstView, ViewChoice, ViewNotes } from '../templates/editor/preview/preview-bar.tsx'
import { textProblemsByField } from '../templates/editor/saving/problems.ts'
import type { EditedLayout } from './layout-editing.ts'

const AFTER_MS = 400

type ShownPreview = ReturnType<typeof useLayoutPreview>

export function useLayoutPreview(format: 'html' | 'mjml', edited: EditedLayout, locale: string) {
  const { id: ws } = useWorkspace()
  const now = { format, locales: edited.locales, locale }
  const [debounced] = useDebouncedValue(JSON.stringify(now), AFTER_MS)
  const body: typeof now = JSON.parse(debounced)
  const query = useRead('previewLayout', { path: { ws }, body }, { keep: true })
  const byField = useMemo(() => textProblemsByField(query.data?.problems ?? []), [query.data])
  return { query, problemsAt: (field: string): readonly TextProblem[] => byField.get(field) ?? NONE }
}

const NONE: readonly TextProblem[] = []

export function LayoutPreview({ preview: { query } }: { preview: ShownPreview }) {
  const { layouts, templates } = useTexts()
  const [view, setView] = useState(firstView)
  return (
    <Stack component="section" gap="sm" aria-label={templates.preview}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {templates.preview}
        </Text>
        <Group gap="xs">
          <ViewChoice view={view} onView={setView} />
        </Group>
      </Group>
      {query.error ? (
        <ProblemNotice error={query.error} onRetry={() => void query.refetch()} title={templates.noPreview} />
      ) : (
        <QueryResult query={query} lines={6}>
          {({ html }) => (
            <Stack gap="sm">
              <div className="message">
                <EmailFrame html={html} title={layouts.preview} still view={view} />
              </div>
              <ViewNotes
                view={view}
                onView={setView}
                hasImages={hasRemoteImages(html)}
                ignoresDark={!hasDarkStyles(html)}
              />
            </Stack>
          )}
        </QueryResult>
      )}
    </Stack>
  )
}
