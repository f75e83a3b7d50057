// A select that filters a list by one of a few values.
import { Select } from '@mantine/core'

interface FilterSelectProps {
  /** The name of the filter for screen readers. */
  label: string
  /** The label of the entry without a filter, such as "Any status". */
  any: string
  choices: { value: string; label: string }[]
  value: string | undefined
  /** Called with the selected value, or with '' if the member selects the entry without a filter. */
  onChange: (value: string) => void
  searchable?: boolean
  /** The width in pixels, except on phones. */
  width?: number
}

export function FilterSelect({ label, any, choices, value = '', onChange, width = 160, ...rest }: FilterSelectProps) {
  return (
    <Select
      {...rest}
      size="xs"
      w={{ base: 'calc(50% - 5px)', xs: width }}
      aria-label={label}
      data={[{ value: '', label: any }, ...choices]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
