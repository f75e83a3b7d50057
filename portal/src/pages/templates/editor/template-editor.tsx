// The template editor: language tabs, the texts of one language or of two, and the preview beside them.
import { Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { BackLink } from '../../../parts/back-link.tsx'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { confirm } from '../../../parts/forms/confirm.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { EditedTemplate } from './content/edited-template.ts'
import { EditorActions } from './editor-actions.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { EditorStatus } from './editor-status.tsx'
import { Preview } from './preview/preview.tsx'
import { Variables } from './preview/variables.tsx'
import { completionData, type Samples, usedNames } from './samples.ts'
import { useEditing } from './saving/editing.ts'
import { useCheckedContent } from './saving/problems.ts'
import type { StoredTemplate } from './saving/stored-template.ts'
import './template-editor.css'
import { TemplateSettings } from './template-settings.tsx'
import { LocaleTabs } from './texts/locale-tabs.tsx'
import { SideBySide } from './texts/side-by-side.tsx'
import { firstScope, type Scope, Texts } from './texts/texts-of-locale.tsx'

interface TemplateEditorProps {
  stored: StoredTemplate
  /** The language that the editor shows first, if the template has it. */
  mainLocale: string | undefined
}

export function TemplateEditor({ stored, mainLocale }: TemplateEditorProps) {
  const { templates } = useTexts()
  const may = useMay()
  const editing = useEditing(stored)
  const { edited, setEdited, isDirty } = editing
  const { template } = editing.stored
  const checked = useCheckedContent(edited)
  const place = usePlace(edited.locales, mainLocale)
  const [added, setAdded] = useState<string[]>([])
  const [samples, setSamples] = useState<Samples>({ vars: { name: 'Ada' }, data: '', items: '' })
  const usesLiquid = edited.engine === 'liquid'
  const saved = usedNames(editing.savedContent, checked.variables)
  const used = usedNames(edited, checked.variables)
  const known = [...new Set([...saved.vars, ...added])]
  const names = { vars: [...new Set([...known, ...used.vars])], data: used.data, ofDigest: used.ofDigest }
  const context = {
    known: usesLiquid ? [...names.vars, 'data'] : known,
    usesLiquid,
    hasLayout: edited.layout !== null,
    sampleData: completionData(samples),
    problemsAt: checked.at,
    onKnow: (...more: string[]) => setAdded([...added, ...more]),
  }
  const texts = { edited, context, scope: place.scope, onScope: place.setScope, onChange: setEdited }
  useLeaveGuard(isDirty, edited.name)
  useHotkeys([['mod+S', () => may.change && isDirty && editing.store(editing.revision)]], [], true)
  return (
    <PageFrame
      title={edited.name || template.slug}
      before={<BackLink to="templates">{templates.title}</BackLink>}
      text={<EditorStatus editing={editing} />}
      actions={
        <EditorActions
          editing={editing}
          locale={place.locale}
          channel={place.channel}
          names={names}
          samples={samples}
        />
      }
    >
      <Stack gap="md">
        <EditorNotices editing={editing} problems={checked.problems} onShow={place.show} />
        <div className="template-editor" data-languages={place.beside === undefined ? 1 : 2}>
          <Stack gap="md" className="template-texts">
            <EditorLocales edited={edited} place={place} onChange={setEdited} />
            <div className="template-languages">
              <Texts key={place.locale} {...texts} locale={place.locale} />
              {place.beside !== undefined && <Texts key={`beside ${place.beside}`} {...texts} locale={place.beside} />}
            </div>
            <TemplateSettings edited={edited} template={template} onChange={setEdited} />
          </Stack>
          <Stack gap="md" className="template-preview">
            <Preview
              edited={edited}
              locale={place.locale}
              channel={place.channel}
              onChannel={place.setChannel}
              samples={samples}
            />
            <Variables names={names} usesLiquid={usesLiquid} samples={samples} onChange={setSamples} />
          </Stack>
        </div>
      </Stack>
    </PageFrame>
  )
}

interface EditorLocalesProps {
  edited: EditedTemplate
  place: ReturnType<typeof usePlace>
  onChange: (edited: EditedTemplate) => void
}

/** The tabs of the languages. */
function EditorLocales({ edited, place, onChange }: EditorLocalesProps) {
  const { locale, setLocale, beside, setBeside } = place
  const names = Object.keys(edited.locales)
  const add = (name: string) => {
    // A new language starts with a copy of the existing texts, which the member then translates.
    const copied = edited.locales[locale] ?? { subject: '', body: '', channels: {} }
    onChange({ ...edited, locales: { ...edited.locales, [name]: copied } })
    setLocale(name)
  }
  const remove = (removed: string) => {
    const { [removed]: _, ...locales } = edited.locales
    onChange({ ...edited, locales })
  }
  return (
    <LocaleTabs names={names} locale={locale} onLocale={setLocale} onAdd={add} onRemove={remove}>
      <SideBySide names={names} locale={locale} beside={beside} onBeside={setBeside} />
    </LocaleTabs>
  )
}

/** The place in the template that the editor shows: languages, and the channel of the text and of the preview. */
function usePlace(locales: EditedTemplate['locales'], mainLocale: string | undefined) {
  const names = Object.keys(locales)
  const [chosen, setLocale] = useState(names.find((name) => name === mainLocale) ?? names[0] ?? '')
  const [second, setBeside] = useState<string>()
  const [scope, setScope] = useState<Scope>(() => firstScope(locales))
  const [channel, setChannel] = useState<ChannelName>('email')
  // The member or a saved version may have removed the language.
  const locale = names.includes(chosen) ? chosen : (names[0] ?? '')
  const beside = second !== undefined && second !== locale && names.includes(second) ? second : undefined
  const change = (next: Scope) => {
    setScope(next)
    if (next !== 'shared') setChannel(next)
  }
  return {
    locale,
    setLocale: (next: string) => {
      // The languages change places if the member chooses the second one.
      if (next === second) setBeside(locale)
      setLocale(next)
    },
    beside,
    setBeside,
    scope,
    setScope: change,
    channel,
    setChannel,
    /** Shows the text of a field, such as `locales.it.channels.email.html`. */
    show: (field: string) => {
      const [first, of, , name] = field.split('.')
      if (first !== 'locales' || of === undefined) return
      setLocale(of)
      change((name as ChannelName | undefined) ?? 'shared')
    },
  }
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
