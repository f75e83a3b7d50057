// Which of the two worlds a list shows: what is live, or what test keys made.
import { SegmentedControl } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

interface ModeChoiceProps {
  label: string
  mode: 'live' | 'test'
  /** '' is live, which an address need not say. */
  onChange: (mode: '' | 'test') => void
}

export function ModeChoice({ label, mode, onChange }: ModeChoiceProps) {
  const { common } = useTexts()
  return (
    <SegmentedControl
      size="xs"
      value={mode}
      onChange={(chosen) => onChange(chosen === 'test' ? 'test' : '')}
      aria-label={label}
      data={[
        { value: 'live', label: common.live },
        { value: 'test', label: common.test },
      ]}
    />
  )
}
