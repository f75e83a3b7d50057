// The expiry of a key or token in a form: a usual span from now, a moment of one's own, or none.
import { Select, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'
import { fromField, toField } from './moment-field.ts'

const DAY_MS = 86_400_000
const spans = { month: 30, quarter: 90, year: 365 } as const

type Choice = 'kept' | 'never' | keyof typeof spans | 'moment'

/** What the field holds. `moment`: in the person's own time, as the browser's field writes it. */
export interface Expiry {
  choice: Choice
  moment: string
}

/** A new key or token expires never unless something else is chosen. */
export const noExpiry: Expiry = { choice: 'never', moment: '' }

/** For changing a key: its expiry stays as it is unless something else is chosen. */
export function unchangedExpiry(expiresAt: string | null): Expiry {
  return { choice: 'kept', moment: toField(expiresAt ?? undefined) }
}

/** As the API takes it: ISO 8601, null for none, undefined to leave it as it is. */
export function expiresAtOf({ choice, moment }: Expiry): string | null | undefined {
  if (choice === 'kept') return undefined
  if (choice === 'never') return null
  if (choice === 'moment') return fromField(moment)
  return new Date(Date.now() + spans[choice] * DAY_MS).toISOString()
}

interface ExpiryFieldProps {
  value: Expiry
  onChange: (value: Expiry) => void
  /** The API's refusal of it. */
  error?: string | undefined
  /** What “as it is” is, where something is changed. */
  unchangedLabel?: string
}

export function ExpiryField({ value, onChange, error, unchangedLabel }: ExpiryFieldProps) {
  const { credentials } = useTexts()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const choices: Choice[] = ['never', 'month', 'quarter', 'year', 'moment']
  const data = choices.map((choice) => ({
    value: choice as string,
    label: credentials.expiryChoices[choice as 'never'],
  }))
  return (
    <Stack gap="xs">
      <Select
        label={credentials.expires}
        data={unchangedLabel === undefined ? data : [{ value: 'kept', label: unchangedLabel }, ...data]}
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice: (choice ?? value.choice) as Choice })}
        allowDeselect={false}
        error={value.choice === 'moment' ? undefined : error}
      />
      {value.choice === 'moment' && (
        <TextInput
          type="datetime-local"
          label={credentials.expiryMoment}
          description={credentials.zone(zone)}
          required
          withAsterisk={false}
          value={value.moment}
          onChange={(event) => onChange({ ...value, moment: event.currentTarget.value })}
          error={error}
        />
      )}
    </Stack>
  )
}
