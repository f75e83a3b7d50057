// The button that shows two languages side by side, and the choice of the second language.
import { Button, Group, Select } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import { useTexts } from '../../../../texts/texts.tsx'
import { languageName } from './language-name.ts'

interface SideBySideProps {
  names: string[]
  locale: string
  /** The language beside `locale`. Undefined if only one language is shown. */
  beside: string | undefined
  onBeside: (locale: string | undefined) => void
}

export function SideBySide({ names, locale, beside, onBeside }: SideBySideProps) {
  const { emails } = useTexts()
  const others = names.filter((name) => name !== locale)
  if (others.length === 0) return null
  return (
    <Group gap="xs" wrap="nowrap" ms="auto" visibleFrom="md">
      <Button
        size="compact-sm"
        variant={beside === undefined ? 'default' : 'light'}
        aria-pressed={beside !== undefined}
        leftSection={<IconColumns2 size={15} aria-hidden />}
        onClick={() => onBeside(beside === undefined ? others[0] : undefined)}
      >
        {emails.sideBySide}
      </Button>
      {beside !== undefined && (
        <Select
          size="xs"
          w={180}
          aria-label={emails.secondLanguage}
          value={beside}
          onChange={(next) => onBeside(next ?? undefined)}
          data={others.map((name) => ({ value: name, label: languageName(name) }))}
        />
      )}
    </Group>
  )
}
