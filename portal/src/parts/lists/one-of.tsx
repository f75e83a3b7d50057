// A filter with a few values.
import { Select } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

interface OneOfProps {
  label: string
  values: { value: string; label: string }[]
  /** Undefined stands for all values. */
  value: string | undefined
  /** Called with the selected value, or with '' if the member clears the filter. */
  onChange: (value: string) => void
  /** True beside a search field, which is small. */
  isSmall?: boolean
  /** The width in pixels, except on phones. */
  width?: number
}

export function OneOf({ label, values, value, onChange, isSmall = false, width = 220 }: OneOfProps) {
  const { common } = useTexts()
  return (
    <Select
      size={isSmall ? 'xs' : 'sm'}
      label={label}
      data={values}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? '')}
      placeholder={common.all}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${common.all}` }}
      w={{ base: 'calc(50% - 6px)', xs: width }}
    />
  )
}
