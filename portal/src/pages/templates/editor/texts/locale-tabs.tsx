// The languages of a template as tabs, with buttons that add and remove a language.
import { ActionIcon, Button, Group, Popover, Tabs, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { confirm } from '../../../../parts/forms/confirm.ts'
import { useMay } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { languageName } from './language-name.ts'

interface LocaleTabsProps {
  names: string[]
  locale: string
  onLocale: (locale: string) => void
  onAdd: (locale: string) => void
  onRemove: (locale: string) => void
  /** A control at the end of the line. */
  children?: ReactNode
}

export function LocaleTabs({ names, locale, onLocale, onAdd, onRemove, children }: LocaleTabsProps) {
  const { templates } = useTexts()
  const may = useMay()
  const remove = async () => {
    const sure = await confirm({
      title: templates.removeLocaleTitle(locale),
      text: templates.removeLocaleText,
      yes: templates.removeLocale,
    })
    if (sure) onRemove(locale)
  }
  return (
    <Group gap="xs" wrap="nowrap" align="center" w="100%">
      <Tabs
        value={locale}
        onChange={(value) => value !== null && onLocale(value)}
        variant="pills"
        style={{ minWidth: 0 }}
      >
        <Tabs.List className="scrolling-tabs" aria-label={templates.locales}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {languageName(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {may.change && <AddLocale taken={names} onAdd={onAdd} />}
      {may.change && names.length > 1 && (
        <Tooltip label={templates.removeLocale}>
          <ActionIcon onClick={() => void remove()} aria-label={templates.removeLocaleOf(locale)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {children}
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
