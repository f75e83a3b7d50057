// The command palette (Ctrl+K), an accessible combobox that opens a page, a workspace or a delivery.
import { Box, Group, Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useRead } from '../api/queries.ts'
import { pages } from '../pages/pages.ts'
import { useSession } from '../session/session.ts'
import { usePathTo, workspacePath } from '../session/workspace.tsx'
import { useStore } from '../state/store.ts'
import { useTexts } from '../texts/texts.tsx'
import { paletteShown } from './keys.ts'
import './palette.css'

const TYPING_PAUSE_MS = 250
const MOST_TARGETS = 30

interface PaletteItem {
  label: string
  hint?: string
  to: string
}

export default function Palette() {
  const { palette, common } = useTexts()
  const opened = useStore(paletteShown)
  return (
    <Modal
      opened={opened}
      onClose={() => paletteShown.set(false)}
      title={palette.title}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      classNames={{ header: 'palette-header' }}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Finder />
    </Modal>
  )
}

function Finder() {
  const { palette } = useTexts()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const targets = useTargets(typed)
  const current = Math.min(at, targets.length - 1)

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const go = (target: PaletteItem | undefined) => {
    if (target === undefined) return
    paletteShown.set(false)
    void navigate({ to: target.to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && targets.length > 0) {
      event.preventDefault()
      setAt((current + step + targets.length) % targets.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      go(targets[current])
    }
  }
  return (
    <Box>
      <TextInput
        data-autofocus
        size="md"
        m="sm"
        leftSection={<IconSearch size={17} aria-hidden />}
        placeholder={palette.placeholder}
        aria-label={palette.title}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={targets.length > 0 ? `palette-${current}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" aria-label={palette.title} ref={list} className="palette-list">
        {targets.map((target, index) => (
          <UnstyledButton
            key={target.to}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className="palette-option"
            onClick={() => go(target)}
            onMouseMove={() => setAt(index)}
          >
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{target.label}</Text>
              {target.hint !== undefined && (
                <Text size="xs" c="dimmed" component="span">
                  {target.hint}
                </Text>
              )}
            </Group>
          </UnstyledButton>
        ))}
      </div>
      {targets.length === 0 && (
        <Text size="sm" c="dimmed" p="md" pt={0} role="status">
          {palette.nothing}
        </Text>
      )}
    </Box>
  )
}

/** Returns the matches of the typed text: a delivery id first, then pages and workspaces by name. */
function useTargets(typed: string): PaletteItem[] {
  const texts = useTexts()
  const pathTo = usePathTo()
  const { workspaces } = useSession()
  const [q] = useDebouncedValue(typed.trim().slice(0, 255), TYPING_PAUSE_MS)
  // Search on the server, because the session contains only the first workspaces.
  const found = useRead('listWorkspaces', { query: { q, limit: MOST_TARGETS } }, { enabled: q !== '', keep: true })
  const searched = q === '' ? [] : (found.data?.data ?? [])
  const search = typed.trim().toLowerCase()
  const deliveries = /^\d+$/.test(search)
    ? [{ label: texts.palette.delivery(search), to: pathTo(`deliveries/${search}`) }]
    : []
  const places: PaletteItem[] = pages.flatMap(({ path, nav }) =>
    nav === undefined ? [] : [{ label: nav.title(texts), hint: `g ${nav.key}`, to: pathTo(path) }],
  )
  const others: PaletteItem[] = [...workspaces, ...searched].map(({ id, name }) => ({
    label: name,
    hint: texts.shell.workspace,
    to: workspacePath(id),
  }))
  const named = [...places, ...others].filter(({ label }) => label.toLowerCase().includes(search))
  return [...deliveries, ...named.filter((one, index) => named.findIndex(({ to }) => to === one.to) === index)].slice(
    0,
    MOST_TARGETS,
  )
}
