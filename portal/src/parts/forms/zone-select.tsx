// A field that selects a time zone from the list of the browser.
import { Select, type SelectProps } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'

interface ZoneSelectProps extends Omit<SelectProps, 'data' | 'value'> {
  value: string
}

/** Returns the time zone of the browser. */
export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function ZoneSelect(props: ZoneSelectProps) {
  const { quietHours: texts } = useTexts()
  const zones = new Set(['UTC', browserZone(), props.value, ...Intl.supportedValuesOf('timeZone')])
  zones.delete('')
  return (
    <Select
      data={[...zones]}
      limit={100}
      searchable
      nothingFoundMessage={texts.noZone}
      {...props}
      value={props.value || null}
    />
  )
}
