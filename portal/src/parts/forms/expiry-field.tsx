// The expiry of a key or token: a preset, a custom time, or none.
import { Select, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'
import { fromField, toField } from './moment-field.ts'

const DAY_MS = 86_400_000
const spans = { month: 30, quarter: 90, year: 365 } as const

type Choice = 'unchanged' | 'never' | keyof typeof spans | 'moment'

/** The value of the field. `moment` is in the time zone of the member, in the format of the browser's input. */
export interface Expiry {
  choice: Choice
  moment: string
}

/** The default for a new key or token. */
export const noExpiry: Expiry = { choice: 'never', moment: '' }

/** The default for an edited key: its expiry stays unchanged. */
export function unchangedExpiry(expiresAt: string | null): Expiry {
  return { choice: 'unchanged', moment: toField(expiresAt ?? undefined) }
}

/**
 * Converts the input to the format of the API: a time in ISO 8601, null for no expiry, or undefined if the expiry does
 * not change.
 */
export function expiresAtOf({ choice, moment }: Expiry): string | null | undefined {
  if (choice === 'unchanged') return undefined
  if (choice === 'never') return null
  if (choice === 'moment') return fromField(moment)
  return new Date(Date.now() + spans[choice] * DAY_MS).toISOString()
}

interface ExpiryFieldProps {
  value: Expiry
  onChange: (value: Expiry) => void
  /** The problem of this field that the API returned. */
  error?: string | undefined
  /** The label of the choice that does not change the expiry. Only the form of an existing key has this choice. */
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
        data={unchangedLabel === undefined ? data : [{ value: 'unchanged', label: unchangedLabel }, ...data]}
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
