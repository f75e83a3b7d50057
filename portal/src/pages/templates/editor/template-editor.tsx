// The editor: locales as tabs, the texts of one of them, and what a channel makes of them beside it.
import { Alert, Button, Stack } from '@mantine/core'
import { IconHistory, IconSend } from '@tabler/icons-react'
import { Link, useBlocker } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Template } from '../../../../../sdk/src/api.ts'
import { problemOf } from '../../../api/problem.ts'
import { useChange } from '../../../api/queries.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { confirm } from '../../../parts/forms/confirm.ts'
import { say } from '../../../parts/forms/form-problems.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Conflict } from './conflict.tsx'
import { LocaleTabs } from './locale-tabs.tsx'
import { Preview } from './preview.tsx'
import './template-editor.css'
import { BackLink } from '../../../parts/back-link.tsx'
import { draftOf, localesOf, type TemplateDraft, variablesOf } from './template-draft.ts'
import { TemplateSettings } from './template-settings.tsx'
import { TestSend } from './test-send.tsx'
import { Texts } from './texts-of-locale.tsx'
import { Variables } from './variables.tsx'

export function TemplateEditor({ template }: { template: Template }) {
  const { common, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const [base, setBase] = useState(template)
  const [draft, setDraft] = useState<TemplateDraft>(() => draftOf(template))
  const [locale, setLocale] = useState(Object.keys(draft.locales)[0] ?? '')
  const [channel, setChannel] = useState<ChannelName>('email')
  const [added, setAdded] = useState<string[]>([])
  const [samples, setSamples] = useState<Record<string, string>>({ name: 'Ada' })
  const [testing, setTesting] = useState(false)
  const [misread, setMisread] = useState('')
  const save = useChange('replaceTemplate', ['listTemplates', 'readTemplate', 'listTemplateVersions'])

  const kept = useMemo(() => draftOf(base), [base])
  const dirty = JSON.stringify(draft) !== JSON.stringify(kept)
  const used = variablesOf(draft)
  const known = [...new Set([...variablesOf(kept), ...added])]
  useLeaveGuard(dirty, draft.name)

  const store = (version: number) => {
    const read = localesOf(draft)
    const wrong = read.misread[0]
    setMisread(wrong === undefined ? '' : templates.misread(wrong.locale, wrong.channel))
    if (wrong !== undefined) return
    const { name, essential, sensitive } = draft
    save.mutate(
      { path: { ws, slug: base.slug }, body: { name, essential, sensitive, locales: read.locales, version } },
      {
        onSuccess: (saved) => {
          setBase(saved)
          setDraft(draftOf(saved))
          say(templates.savedAs(saved.version))
        },
      },
    )
  }
  const takeTheirs = (theirs: Template) => {
    save.reset()
    setBase(theirs)
    setDraft(draftOf(theirs))
    if (theirs.locales[locale] === undefined) setLocale(Object.keys(theirs.locales)[0] ?? '')
  }
  const changed = save.error !== null && problemOf(save.error).code === 'conflict'

  return (
    <PageFrame
      title={draft.name || base.slug}
      before={<BackLink to="templates">{templates.title}</BackLink>}
      text={`${templates.versionOf(base.slug, base.version, base.updated_by)}${dirty ? ` · ${templates.unsaved}` : ''}`}
      actions={
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
              <Button
                variant="default"
                leftSection={<IconSend size={16} aria-hidden />}
                onClick={() => setTesting(true)}
              >
                {templates.testSend}
              </Button>
              <Button onClick={() => store(base.version)} disabled={!dirty} loading={save.isPending}>
                {common.save}
              </Button>
            </>
          )}
        </>
      }
    >
      <Stack gap="md">
        {changed && (
          <Conflict
            slug={base.slug}
            mine={{ ...draft, locales: localesOf(draft).locales }}
            error={save.error}
            onOverwrite={store}
            onTakeTheirs={takeTheirs}
          />
        )}
        {save.error && !changed && <ProblemNotice error={save.error} />}
        {misread !== '' && (
          <Alert color="red" variant="light" role="alert">
            {misread}
          </Alert>
        )}
        <div className="template-editor">
          <Stack gap="md">
            <LocaleTabs draft={draft} locale={locale} onLocale={setLocale} onChange={setDraft} />
            <Texts
              key={locale}
              draft={draft}
              locale={locale}
              known={known}
              channel={channel}
              onChannel={setChannel}
              onChange={setDraft}
              onKnow={(...names) => setAdded([...added, ...names])}
            />
            <TemplateSettings draft={draft} slug={base.slug} onChange={setDraft} />
          </Stack>
          <Stack gap="md" className="template-preview">
            <Preview draft={draft} locale={locale} channel={channel} onChannel={setChannel} vars={samples} />
            <Variables names={[...new Set([...known, ...used])]} samples={samples} onChange={setSamples} />
          </Stack>
        </div>
      </Stack>
      {may.change && (
        <TestSend
          opened={testing}
          onClose={() => setTesting(false)}
          slug={base.slug}
          locale={locale}
          channel={channel}
          vars={samples}
          unsaved={dirty}
        />
      )}
    </PageFrame>
  )
}

/** Nobody leaves unsaved changes behind without saying so. */
function useLeaveGuard(dirty: boolean, name: string): void {
  const { templates } = useTexts()
  useBlocker({
    shouldBlockFn: async () =>
      dirty && !(await confirm({ title: templates.leaveTitle(name), text: templates.leaveText, yes: templates.leave })),
    enableBeforeUnload: () => dirty,
  })
}
