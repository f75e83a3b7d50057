// The editor of a layout. A saved layout is used by all emails at once, so it has no draft.
import { Box, Card, Stack, Textarea, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import type { Layout } from '../../../../sdk/src/api.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { confirm } from '../../parts/forms/confirm.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useMay } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { EditedText, type TextContext } from '../templates/editor/code/edited-text.tsx'
import '../templates/editor/template-editor.css'
import type { TextProblem } from '../templates/editor/code/text-syntax.ts'
import { LocaleTabs } from '../templates/editor/texts/locale-tabs.tsx'
import { LayoutActions } from './layout-actions.tsx'
import { type EditedLayout, type LayoutEditing, useLayoutEditing } from './layout-editing.ts'
import { LayoutNotices } from './layout-notices.tsx'
import { LayoutPreview, useLayoutPreview } from './layout-preview.tsx'

/** The placeholders of a layout. Carillon fills them. */
const NAMES = ['content', 'subject', 'brand_name', 'logo_url', 'locale', 'dir', 'unsubscribe_url', 'actions']

const CONTEXT: TextContext = {
  known: NAMES,
  usesLiquid: false,
  hasLayout: false,
  sampleData: {},
  problemsAt: () => [],
  onKnow: () => undefined,
}

export function LayoutEditor({ layout }: { layout: Layout }) {
  const { emails, layouts, templates } = useTexts()
  const may = useMay()
  const editing = useLayoutEditing(layout)
  const { stored, edited, setEdited, isDirty } = editing
  const names = Object.keys(edited.locales)
  const [chosen, setLocale] = useState(names[0] ?? '')
  const locale = names.includes(chosen) ? chosen : (names[0] ?? '')
  const content = edited.locales[locale] ?? { content: '' }
  const preview = useLayoutPreview(stored.format, edited, locale)
  const put = (some: Partial<EditedLayout['locales'][string]>) =>
    setEdited({ ...edited, locales: { ...edited.locales, [locale]: { ...content, ...some } } })
  useBlocker({
    shouldBlockFn: async () =>
      isDirty &&
      !(await confirm({
        title: templates.leaveTitle(edited.name),
        text: templates.leaveText,
        yes: templates.leave,
      })),
    enableBeforeUnload: () => isDirty,
  })
  return (
    <PageFrame
      title={edited.name || stored.slug}
      before={<BackLink to="layouts">{layouts.title}</BackLink>}
      text={`${stored.slug} · ${emails.formats[stored.format]} · ${layouts.templates(editing.usedBy)}${isDirty ? ` · ${templates.unsaved}` : ''}`}
      actions={may.change && <LayoutActions editing={editing} />}
    >
      <Stack gap="md">
        <LayoutNotices editing={editing} />
        <div className="template-editor" data-languages={1}>
          <Stack gap="md" className="template-texts">
            <LocaleTabs
              names={names}
              locale={locale}
              onLocale={setLocale}
              onAdd={(name) => {
                setEdited({ ...edited, locales: { ...edited.locales, [name]: content } })
                setLocale(name)
              }}
              onRemove={(removed) => {
                const { [removed]: _, ...locales } = edited.locales
                setEdited({ ...edited, locales })
              }}
            />
            <LayoutTexts
              editing={editing}
              locale={locale}
              content={content}
              problems={preview.problemsAt(`locales.${locale}.content`)}
              onChange={put}
            />
          </Stack>
          <Box className="template-preview">
            <LayoutPreview preview={preview} />
          </Box>
        </div>
      </Stack>
    </PageFrame>
  )
}

type LayoutContent = EditedLayout['locales'][string]

interface LayoutTextsProps {
  editing: LayoutEditing
  locale: string
  content: LayoutContent
  problems: readonly TextProblem[]
  onChange: (some: Partial<LayoutContent>) => void
}

/** The fields of one language, and the name of the layout. */
function LayoutTexts({
  editing: { stored, edited, setEdited },
  locale,
  content,
  problems,
  onChange,
}: LayoutTextsProps) {
  const { common, emails, layouts, templates } = useTexts()
  const may = useMay()
  return (
    <Card role="tabpanel" aria-label={templates.textsOf(locale)}>
      <Stack gap="md">
        <EditedText
          key={locale}
          label={emails.sourceOf(emails.formats[stored.format])}
          hint={layouts.placeholders}
          value={content.content}
          context={CONTEXT}
          locale={locale}
          isMarkup
          problems={problems}
          onChange={(source) => onChange({ content: source })}
        />
        <fieldset className="bare" disabled={!may.change}>
          <Stack gap="md">
            <Textarea
              label={layouts.textHeader}
              description={layouts.textHint}
              autosize
              minRows={1}
              value={content.text_header ?? ''}
              onChange={(event) => onChange({ text_header: event.currentTarget.value })}
            />
            <Textarea
              label={layouts.textFooter}
              autosize
              minRows={1}
              value={content.text_footer ?? ''}
              onChange={(event) => onChange({ text_footer: event.currentTarget.value })}
            />
            <TextInput
              label={common.name}
              required
              maxLength={255}
              value={edited.name}
              onChange={(event) => setEdited({ ...edited, name: event.currentTarget.value })}
            />
          </Stack>
        </fieldset>
      </Stack>
    </Card>
  )
}
