// The languages of a template as tabs, with buttons that add and remove a language.
import { ActionIcon, Button, Group, Popover, Tabs, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { confirm } from '../../../parts/forms/confirm.ts'
import { useMay } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { TemplateDraft } from './template-draft.ts'

interface LocaleTabsProps {
  draft: TemplateDraft
  locale: string
  onLocale: (locale: string) => void
  onChange: (draft: TemplateDraft) => void
}

export function LocaleTabs({ draft, locale, onLocale, onChange }: LocaleTabsProps) {
  const { templates } = useTexts()
  const may = useMay()
  const names = Object.keys(draft.locales)
  const add = (name: string) => {
    // A new language starts with a copy of the existing texts, which the member then translates.
    onChange({
      ...draft,
      locales: { ...draft.locales, [name]: draft.locales[locale] ?? { subject: '', body: '', channels: {} } },
    })
    onLocale(name)
  }
  const remove = async () => {
    const sure = await confirm({
      title: templates.removeLocaleTitle(locale),
      text: templates.removeLocaleText,
      yes: templates.removeLocale,
    })
    if (!sure) return
    const locales = Object.fromEntries(Object.entries(draft.locales).filter(([name]) => name !== locale))
    onChange({ ...draft, locales })
    onLocale(Object.keys(locales)[0]!)
  }
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <Tabs
        value={locale}
        onChange={(value) => value !== null && onLocale(value)}
        variant="pills"
        aria-label={templates.locales}
        style={{ minWidth: 0 }}
      >
        <Tabs.List className="scrolling-tabs" aria-label={templates.locales}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name} aria-controls="texts-of-locale">
              {languageName(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {may.change && <AddLocale taken={names} onAdd={add} />}
      {may.change && names.length > 1 && (
        <Tooltip label={templates.removeLocale}>
          <ActionIcon onClick={() => void remove()} aria-label={templates.removeLocaleOf(locale)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

/** Normalizes a locale name for comparisons, in the same way as the service. */
const localeKey = (name: string) => name.replaceAll('_', '-').toLowerCase()

function AddLocale({ taken, onAdd }: { taken: string[]; onAdd: (name: string) => void }) {
  const { common, templates } = useTexts()
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const name = typed.trim().replaceAll('_', '-')
  const isTaken = taken.some((other) => localeKey(other) === localeKey(name))
  const isName = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isName || isTaken) return
    onAdd(name)
    setTyped('')
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Tooltip label={templates.addLocale}>
          <ActionIcon onClick={() => setOpened(!opened)} aria-label={templates.addLocale}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label={templates.newLocale}
              description={templates.localeHint}
              placeholder="de"
              maxLength={10}
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={isTaken && name !== '' ? templates.localeTaken : undefined}
              data-autofocus
            />
            <Button type="submit" disabled={!isName || isTaken}>
              {common.create}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Returns the name of the language with the locale. Returns only the locale if the browser knows no name for it. */
function languageName(locale: string): string {
  try {
    const name = new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(
      locale.replace('_', '-'),
    )
    return name === undefined || name === locale ? locale : `${name} (${locale})`
  } catch {
    return locale
  }
}
