// The fields of quiet hours: their start, their end and their time zone. Without times there are no quiet hours.
import { Button, Fieldset, Group, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Workspace } from '../../../../sdk/src/api.ts'
import type { Texts } from '../../texts/texts.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { ZoneSelect } from './zone-select.tsx'

type QuietHours = NonNullable<Workspace['quiet_hours']>

export interface QuietHoursValues {
  from: string
  to: string
  time_zone: string
}

const NONE: QuietHoursValues = { from: '', to: '', time_zone: '' }

export const quietHoursValues = (hours: QuietHours | null | undefined): QuietHoursValues => ({ ...NONE, ...hours })

export function quietHoursBody({ from, to, time_zone }: QuietHoursValues): QuietHours | null {
  return from === '' && to === '' ? null : { from, to, ...(time_zone === '' ? {} : { time_zone }) }
}

/** Returns the rules of the fields for `useForm`. */
export function quietHoursRules(texts: Texts['quietHours']) {
  const needsBoth = (own: string, other: string) => (own === '' && other !== '' ? texts.needsBoth : null)
  return {
    from: (from: string, { quiet_hours }: { quiet_hours: QuietHoursValues }) => needsBoth(from, quiet_hours.to),
    to: (to: string, { quiet_hours: { from } }: { quiet_hours: QuietHoursValues }) =>
      to !== '' && to === from ? texts.wholeDay : needsBoth(to, from),
  }
}

interface QuietHoursFieldsProps {
  // The forms have different further fields.
  form: Pick<UseFormReturnType<{ quiet_hours: QuietHoursValues }>, 'getInputProps' | 'setFieldValue' | 'values'>
  hint: string
  /** The zone that applies without a choice. */
  defaultZone: string
}

export function QuietHoursFields({ form, hint, defaultZone }: QuietHoursFieldsProps) {
  const { quietHours: texts } = useTexts()
  const { from, to, time_zone } = form.values.quiet_hours
  const isSet = from !== '' || to !== ''
  return (
    <Fieldset legend={texts.title}>
      <Text size="xs" c="dimmed" mb="xs">
        {hint}
      </Text>
      <Group align="flex-start" gap="sm" grow>
        <TextInput type="time" label={texts.from} {...form.getInputProps('quiet_hours.from')} />
        <TextInput type="time" label={texts.to} {...form.getInputProps('quiet_hours.to')} />
      </Group>
      <ZoneSelect
        mt="sm"
        label={texts.zone}
        placeholder={defaultZone}
        clearable
        clearButtonProps={{ 'aria-label': texts.clearZone }}
        disabled={!isSet}
        {...form.getInputProps('quiet_hours.time_zone')}
        value={time_zone}
        onChange={(zone) => form.setFieldValue('quiet_hours.time_zone', zone ?? '')}
      />
      {isSet && (
        <Button size="compact-xs" variant="subtle" mt={6} onClick={() => form.setFieldValue('quiet_hours', NONE)}>
          {texts.remove}
        </Button>
      )}
    </Fieldset>
  )
}
