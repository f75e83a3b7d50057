// The template editor: language tabs, texts of one language, and the preview beside them.
import { Alert, Button, Stack } from '@mantine/core'
import { IconHistory, IconSend } from '@tabler/icons-react'
import { Link, useBlocker } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Template } from '../../../../../sdk/src/api.ts'
import { problemOf } from '../../../api/problem.ts'
import { useChange } from '../../../api/queries.ts'
import { useActorName } from '../../../parts/actor-name.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Conflict } from './conflict.tsx'
import { LocaleTabs } from './locale-tabs.tsx'
import { Preview } from './preview/preview.tsx'
import './template-editor.css'
import { BackLink } from '../../../parts/back-link.tsx'
import { Variables } from './preview/variables.tsx'
import { draftOf, localesOf, type TemplateDraft, variablesOf } from './template-draft.ts'
import { TemplateSettings } from './template-settings.tsx'
import { TestSend } from './test-send.tsx'
import { Texts } from './texts-of-locale.tsx'

export function TemplateEditor({ template }: { template: Template }) {
  const actorName = useActorName()
  const { templates } = useTexts()
  const may = useMay()
  const editing = useTemplateEditing(template)
  const { base, draft, isDirty } = editing
  const [channel, setChannel] = useState<ChannelName>('email')
  const [added, setAdded] = useState<string[]>([])
  const [samples, setSamples] = useState<Record<string, string>>({ name: 'Ada' })
  const [testing, setTesting] = useState(false)
  const known = [...new Set([...variablesOf(editing.stored), ...added])]
  const names = [...new Set([...known, ...variablesOf(draft)])]
  const context = {
    known,
    usesLiquid: false,
    sampleData: samples,
    onKnow: (...more: string[]) => setAdded([...added, ...more]),
  }
  const shown = { draft, locale: editing.locale, channel, onChannel: setChannel }
  const author = base.updated_by === null ? null : actorName(base.updated_by)
  useLeaveGuard(isDirty, draft.name)
  return (
    <PageFrame
      title={draft.name || base.slug}
      before={<BackLink to="templates">{templates.title}</BackLink>}
      text={`${templates.versionOf(base.slug, base.version, author)}${isDirty ? ` · ${templates.unsaved}` : ''}`}
      actions={<Actions editing={editing} onTest={() => setTesting(true)} />}
    >
      <Stack gap="md">
        <Problems editing={editing} />
        <div className="template-editor">
          <Stack gap="md">
            <LocaleTabs
              draft={draft}
              locale={editing.locale}
              onLocale={editing.setLocale}
              onChange={editing.setDraft}
            />
            <Texts key={editing.locale} {...shown} context={context} onChange={editing.setDraft} />
            <TemplateSettings draft={draft} slug={base.slug} onChange={editing.setDraft} />
          </Stack>
          <Stack gap="md" className="template-preview">
            <Preview {...shown} vars={samples} />
            <Variables names={names} samples={samples} onChange={setSamples} />
          </Stack>
        </div>
      </Stack>
      {may.change && (
        <TestSend
          opened={testing}
          onClose={() => setTesting(false)}
          slug={base.slug}
          locale={editing.locale}
          channel={channel}
          vars={samples}
          unsaved={isDirty}
        />
      )}
    </PageFrame>
  )
}

type Editing = ReturnType<typeof useTemplateEditing>

/** Holds the draft and the stored version from which the draft started, and saves the draft. */
function useTemplateEditing(template: Template) {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState<TemplateDraft>(() => draftOf(template))
  const [locale, setLocale] = useState(Object.keys(draft.locales)[0] ?? '')
  const [unreadable, setUnreadable] = useState('')
  const save = useChange('replaceTemplate', ['listTemplates', 'readTemplate', 'listTemplateVersions'])
  const stored = useMemo(() => draftOf(base), [base])
  const begin = (from: Template) => {
    setBase(from)
    setDraft(draftOf(from))
  }
  return {
    base,
    stored,
    draft,
    setDraft,
    locale,
    setLocale,
    isDirty: JSON.stringify(draft) !== JSON.stringify(stored),
    /** The problem of a channel-specific content that is not valid JSON. Empty if there is no such problem. */
    unreadable,
    error: save.error,
    isSaving: save.isPending,
    store(version: number) {
      const read = localesOf(draft)
      const wrong = read.unreadable[0]
      setUnreadable(wrong === undefined ? '' : templates.invalidContent(wrong.locale, wrong.channel))
      if (wrong !== undefined) return
      const { name, essential, sensitive } = draft
      save.mutate(
        { path: { ws, slug: base.slug }, body: { name, essential, sensitive, locales: read.locales, version } },
        {
          onSuccess: (saved) => {
            begin(saved)
            showToast(templates.savedAs(saved.version))
          },
        },
      )
    },
    takeTheirs(theirs: Template) {
      save.reset()
      begin(theirs)
      if (theirs.locales[locale] === undefined) setLocale(Object.keys(theirs.locales)[0] ?? '')
    },
  }
}

function Actions({ editing, onTest }: { editing: Editing; onTest: () => void }) {
  const { common, templates } = useTexts()
  const may = useMay()
  const pathTo = usePathTo()
  const { base } = editing
  return (
    <>
      <Button
        component={Link}
        to={pathTo(`templates/${encodeURIComponent(base.slug)}/versions`)}
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden />}
      >
        {templates.versions}
      </Button>
      {may.change && (
        <>
          <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={onTest}>
            {templates.testSend}
          </Button>
          <Button onClick={() => editing.store(base.version)} disabled={!editing.isDirty} loading={editing.isSaving}>
            {common.save}
          </Button>
        </>
      )}
    </>
  )
}

/** The reason why the draft was not saved, and the choice between versions after a conflict. */
function Problems({ editing }: { editing: Editing }) {
  const { base, draft, error, unreadable } = editing
  const isOutdated = error !== null && problemOf(error).code === 'conflict'
  return (
    <>
      {isOutdated && (
        <Conflict
          slug={base.slug}
          mine={{ ...draft, locales: localesOf(draft).locales }}
          error={error}
          onOverwrite={editing.store}
          onTakeTheirs={editing.takeTheirs}
        />
      )}
      {error && !isOutdated && <ProblemNotice error={error} />}
      {unreadable !== '' && (
        <Alert color="red" variant="light" role="alert">
          {unreadable}
        </Alert>
      )}
    </>
  )
}

/** Asks for confirmation before unsaved changes are lost. */
function useLeaveGuard(dirty: boolean, name: string): void {
  const { templates } = useTexts()
  useBlocker({
    shouldBlockFn: async () =>
      dirty && !(await confirm({ title: templates.leaveTitle(name), text: templates.leaveText, yes: templates.leave })),
    enableBeforeUnload: () => dirty,
  })
}
