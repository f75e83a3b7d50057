// The dialog that adds or edits a recipient.
import { Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import type { AddressDescription, StoredRecipient } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import type { Input } from '../../api/request.ts'
import { textIn, useAddresses, useAddressWords } from '../../parts/addresses.ts'
import { useChannelChoices } from '../../parts/channels.ts'
import type { ChannelName } from '../../parts/delivery-words.tsx'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { onlyChanged, placeProblem, showToast } from '../../parts/forms/form-problems.ts'
import {
  QuietHoursFields,
  quietHoursBody,
  quietHoursRules,
  quietHoursValues,
} from '../../parts/forms/quiet-hours-fields.tsx'
import { ZoneSelect } from '../../parts/forms/zone-select.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { type Texts, useTexts } from '../../texts/texts.tsx'

interface RecipientFormProps {
  opened: boolean
  onClose: () => void
  mode: 'live' | 'test'
  /** The recipient to edit. If it is undefined, the dialog adds a recipient. */
  recipient?: StoredRecipient
}

export function RecipientForm({ opened, onClose, mode, recipient }: RecipientFormProps) {
  const { recipients } = useTexts()
  const query = useAddresses()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={recipient === undefined ? recipients.createTitle(mode) : recipients.editTitle(recipient.name)}
      keeps
    >
      <QueryResult query={query}>
        {(all) => (
          <Fields
            onClose={onClose}
            mode={mode}
            addresses={all.filter(({ list }) => !list)}
            {...(recipient ? { recipient } : {})}
          />
        )}
      </QueryResult>
    </Dialog>
  )
}

type Values = ReturnType<typeof valuesOf>

interface FieldsProps extends Omit<RecipientFormProps, 'opened'> {
  /** The address types that a member can enter. */
  addresses: AddressDescription[]
}

function Fields({ onClose, mode, recipient, addresses }: FieldsProps) {
  const { common, recipients, quietHours } = useTexts()
  const choices = useChannelChoices()
  const { label, example } = useAddressWords()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: valuesOf(recipient, addresses),
    validate: rulesOf(recipients, quietHours),
  })
  const renews = ['listRecipients', 'readRecipient'] as const
  const create = useChange('createRecipient', [...renews])
  const change = useChange('changeRecipient', [...renews])
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values, addresses)
    const onError = (failed: Error) => void placeProblem(form, failed)
    if (recipient === undefined) {
      create.mutate(
        { path: { ws }, body: { ...body, mode } },
        { onSuccess: (made) => void navigate({ to: pathTo(`recipients/${made.id}`) }), onError },
      )
    } else {
      const onSuccess = () => {
        showToast(common.saved)
        onClose()
      }
      change.mutate({ path: { ws, id: recipient.id }, body: onlyChanged(form, body) }, { onSuccess, onError })
    }
  })
  return (
    <DialogForm
      onSubmit={submit}
      change={recipient === undefined ? create : change}
      onCancel={onClose}
      yes={recipient === undefined ? recipients.create : common.save}
    >
      <TextInput label={common.name} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      {addresses.map((address) => (
        <TextInput
          key={address.field}
          label={label(address)}
          placeholder={example(address)}
          autoComplete="off"
          maxLength={320}
          {...form.getInputProps(address.field)}
        />
      ))}
      <TextInput label={recipients.locale} placeholder="it" maxLength={10} {...form.getInputProps('locale')} />
      <Select
        label={recipients.preferred}
        description={recipients.preferredHint}
        data={[{ value: '', label: recipients.noPreference }, ...choices]}
        {...form.getInputProps('preferred_channel')}
      />
      <TagsInput
        label={recipients.tags}
        description={recipients.tagsHint}
        maxTags={100}
        clearable
        clearButtonProps={{ 'aria-label': recipients.clearTags }}
        {...form.getInputProps('tags')}
        onChange={(tags) => form.setFieldValue('tags', splitTags(tags))}
      />
      <Hours form={form} />
      <Textarea
        label={recipients.metadata}
        description={recipients.metadataHint}
        placeholder={'{"customer": 4711}'}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        {...form.getInputProps('metadata')}
      />
    </DialogForm>
  )
}

function rulesOf(recipients: Texts['recipients'], quietHours: Texts['quietHours']) {
  return {
    metadata: (text: string) => (metadataOf(text) === undefined ? recipients.notJson : null),
    quiet_hours: quietHoursRules(quietHours),
  }
}

/** The time zone and the quiet hours. */
function Hours({ form }: { form: UseFormReturnType<Values> }) {
  const { quietHours } = useTexts()
  return (
    <>
      <ZoneSelect
        label={quietHours.recipientZone}
        description={quietHours.recipientZoneHint}
        clearable
        clearButtonProps={{ 'aria-label': quietHours.clearRecipientZone }}
        {...form.getInputProps('time_zone')}
        value={form.values.time_zone}
        onChange={(zone) => form.setFieldValue('time_zone', zone ?? '')}
      />
      <QuietHoursFields form={form} hint={quietHours.recipientHint} defaultZone={quietHours.ofRecipient} />
    </>
  )
}

function valuesOf(recipient: StoredRecipient | undefined, addresses: AddressDescription[]) {
  const metadata = recipient?.metadata ?? {}
  return {
    ...Object.fromEntries(addresses.map(({ field }) => [field, textIn(recipient ?? {}, field)])),
    name: recipient?.name ?? '',
    locale: recipient?.locale ?? '',
    preferred_channel: recipient?.preferred_channel ?? '',
    tags: recipient?.tags ?? [],
    time_zone: recipient?.time_zone ?? '',
    quiet_hours: quietHoursValues(recipient?.quiet_hours),
    metadata: Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2),
  }
}

function bodyOf(values: Values, addresses: AddressDescription[]): Input<'changeRecipient'>['body'] & { name: string } {
  return {
    name: values.name,
    ...Object.fromEntries(addresses.map(({ field }) => [field, textIn(values, field).trim() || null])),
    ...(values.locale.trim() === '' ? {} : { locale: values.locale.trim() }),
    preferred_channel: (values.preferred_channel || null) as ChannelName | null,
    tags: values.tags,
    time_zone: values.time_zone || null,
    quiet_hours: quietHoursBody(values.quiet_hours),
    metadata: metadataOf(values.metadata) ?? {},
  }
}

/** Splits entries that contain several tags, for example after a paste. */
function splitTags(tags: string[]): string[] {
  const all = tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim())
  return [...new Set(all.filter((tag) => tag !== ''))]
}

function metadataOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
