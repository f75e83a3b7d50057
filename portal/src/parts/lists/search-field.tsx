// A search field that applies its text shortly after the last keystroke.
import { CloseButton, TextInput } from '@mantine/core'
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
}

export function SearchField({ label, value, onChange, isShort = false }: SearchFieldProps) {
  const { common } = useTexts()
  const [typed, setTyped] = useState(value)
  const report = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_PAUSE_MS)
  useEffect(() => setTyped(value), [value])
  const type = (text: string) => {
    setTyped(text)
    report(text)
  }
  return (
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
}
