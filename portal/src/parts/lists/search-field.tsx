// A search field that applies its text shortly after the last keystroke.
import { CloseButton, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../texts/texts.tsx'

const TYPING_PAUSE_MS = 300

interface SearchFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  isShort?: boolean
  /** The coverage of the search. The text is visible while the field has the focus or the pointer is over it. */
  hint?: string
}

export function SearchField({ label, value, onChange, isShort = false, hint }: SearchFieldProps) {
  const { common } = useTexts()
  const [typed, setTyped] = useState(value)
  const report = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_PAUSE_MS)
  useEffect(() => setTyped(value), [value])
  const type = (text: string) => {
    setTyped(text)
    report(text)
  }
  const field = (
    <TextInput
      size="xs"
      w={isShort ? 150 : undefined}
      miw={isShort ? undefined : 200}
      style={isShort ? {} : { flexGrow: 1 }}
      aria-label={label}
      placeholder={label}
      maxLength={isShort ? 100 : 255}
      leftSection={isShort ? undefined : <IconSearch size={14} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="xs" aria-label={`${common.remove} ${label}`} onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
  if (hint === undefined) return field
  return (
    <Tooltip label={hint} events={{ hover: true, focus: true, touch: true }} multiline maw={320} withinPortal={false}>
      {field}
    </Tooltip>
  )
}
