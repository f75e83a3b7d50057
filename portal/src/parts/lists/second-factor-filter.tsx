// The filter for accounts with or without a second factor.
import { Select } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

/** Returns the filter in the format of the API. */
export function secondFactorOf(value: string | undefined): { second_factor?: boolean } {
  return value === 'on' || value === 'off' ? { second_factor: value === 'on' } : {}
}

interface SecondFactorFilterProps {
  value: string | undefined
  onChange: (value: string) => void
}

export function SecondFactorFilter({ value = '', onChange }: SecondFactorFilterProps) {
  const { secondFactor } = useTexts()
  return (
    <Select
      size="xs"
      w={215}
      aria-label={secondFactor.title}
      data={[
        { value: '', label: secondFactor.any },
        { value: 'on', label: secondFactor.with },
        { value: 'off', label: secondFactor.without },
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
