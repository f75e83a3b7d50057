// The command palette (Ctrl+K): an accessible combobox that opens pages and objects, and runs actions.
import { Box, Modal, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from '../../state/store.ts'
import { useTexts } from '../../texts/texts.tsx'
import { paletteShown } from '../keys.ts'
import type { Command } from './command.ts'
import { useCommands } from './commands.ts'
import './palette.css'

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
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { commands, isSearching } = useCommands(typed)
  const current = Math.max(0, Math.min(at, commands.length - 1))
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    paletteShown.set(false)
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, current, commands.length)
    if (event.key === 'Enter') run(commands[current])
    else if (next !== undefined) setAt(next)
    else return
    event.preventDefault()
  }
  const status =
    commands.length > 0 ? palette.count(commands.length) : isSearching ? palette.searching : palette.nothing
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
        aria-autocomplete="list"
        aria-expanded={commands.length > 0}
        aria-controls="palette-list"
        aria-activedescendant={commands.length > 0 ? `palette-${current}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Results commands={commands} current={current} onPoint={setAt} onRun={run} />
      <Text size="sm" c="dimmed" p="md" pt={0} role="status" className={commands.length > 0 ? 'unseen' : ''}>
        {status}
      </Text>
    </Box>
  )
}

/** Returns the place in the list that a key selects, or undefined for all other keys. */
function placeAfter(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count
    case 'ArrowUp':
      return (current - 1 + count) % count
    case 'PageDown':
      return Math.min(current + 8, count - 1)
    case 'PageUp':
      return Math.max(current - 8, 0)
    default:
      return undefined
  }
}

interface ResultsProps {
  commands: Command[]
  current: number
  onPoint: (at: number) => void
  onRun: (command: Command) => void
}

/** The commands under the headings of their groups. */
function Results({ commands, current, onPoint, onRun }: ResultsProps) {
  const { palette } = useTexts()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`#palette-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const groups = [...new Set(commands.map(({ group }) => group))]
  return (
    <div id="palette-list" role="listbox" aria-label={palette.title} ref={list} className="palette-list">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not permitted in a listbox
        <div key={group} role="group" aria-labelledby={`palette-group-${group}`}>
          <div id={`palette-group-${group}`} className="palette-group" role="presentation">
            {palette.groups[group]}
          </div>
          {commands.map((command, index) =>
            command.group === group ? (
              <Result
                key={command.id}
                id={`palette-${index}`}
                command={command}
                isCurrent={index === current}
                onPoint={() => onPoint(index)}
                onRun={() => onRun(command)}
              />
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

interface ResultProps {
  id: string
  command: Command
  isCurrent: boolean
  onPoint: () => void
  onRun: () => void
}

function Result({ id, command: { label, hint, icon: Picture }, isCurrent, onPoint, onRun }: ResultProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys work in the input, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className="palette-option"
      onClick={onRun}
      onMouseMove={onPoint}
    >
      <Picture size={17} stroke={1.6} aria-hidden />
      <span className="palette-label wrap-anywhere">{label}</span>
      {hint && <span className="palette-hint wrap-anywhere">{hint}</span>}
    </div>
  )
}
