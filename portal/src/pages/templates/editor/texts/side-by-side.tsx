// The button that shows two languages side by side, and the choice of the second language.
import { ActionIcon, Group, Select, Tooltip } from '@mantine/core'
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
      <Tooltip label={emails.sideBySide}>
        <ActionIcon
          {...(beside === undefined ? {} : { variant: 'light', color: 'verdigris' })}
          aria-label={emails.sideBySide}
          aria-pressed={beside !== undefined}
          onClick={() => onBeside(beside === undefined ? others[0] : undefined)}
        >
          <IconColumns2 size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
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
