// The switch between live and test data.
import { SegmentedControl } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

interface ModeChoiceProps {
  label: string
  mode: 'live' | 'test'
  /** Called with '' for live mode, because the URL omits it. */
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
