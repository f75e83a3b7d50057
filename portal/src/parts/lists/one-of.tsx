// A filter that takes one of a few values, or all.
import { Select } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

interface OneOfProps {
  label: string
  /** Each value and what it is called. */
  values: { value: string; label: string }[]
  /** Not set: all. */
  value: string | undefined
  /** '' is all again. */
  onChange: (value: string) => void
}

export function OneOf({ label, values, value, onChange }: OneOfProps) {
  const { common } = useTexts()
  return (
    <Select
      label={label}
      data={values}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? '')}
      placeholder={common.all}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${common.all}` }}
      w={{ base: 'calc(50% - 6px)', xs: 220 }}
    />
  )
}
