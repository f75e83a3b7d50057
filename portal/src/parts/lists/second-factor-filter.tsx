// The filter for accounts with or without a second factor.
import { useTexts } from '../../texts/texts.tsx'
import { FilterSelect } from './filter-select.tsx'

/** Returns the filter in the format of the API. */
export function secondFactorOf(value: string | undefined): { second_factor?: boolean } {
  return value === 'on' || value === 'off' ? { second_factor: value === 'on' } : {}
}

interface SecondFactorFilterProps {
  value: string | undefined
  onChange: (value: string) => void
}

export function SecondFactorFilter({ value, onChange }: SecondFactorFilterProps) {
  const { secondFactor } = useTexts()
  return (
    <FilterSelect
      width={215}
      label={secondFactor.title}
      any={secondFactor.any}
      choices={[
        { value: 'on', label: secondFactor.with },
        { value: 'off', label: secondFactor.without },
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
