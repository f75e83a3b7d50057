// The fields for the target of a test message: mode, channel, source and recipient.
import { SegmentedControl, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PropsWithChildren } from 'react'
import type { AddressDescription } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { useAddressWords } from '../../../../parts/addresses.ts'
import { useChannelChoices } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { SourceSelect } from '../../../../parts/forms/searched-select.tsx'
import { useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'

export interface TestValues {
  mode: 'test' | 'live'
  channel: ChannelName
  locale: string
  source: string
  name: string
  address: string
}

type Form = UseFormReturnType<TestValues>

/** The inputs for mode, channel and source. The children are beside the channel. */
export function TargetFields({ form, children }: PropsWithChildren<{ form: Form }>) {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const choices = useChannelChoices()
  const sources = useRead('listSources', { path: { ws }, query: { limit: 2 } })
  const [first, second] = sources.data?.data ?? []
  const { mode } = form.values
  return (
    <>
      <SegmentedControl
        aria-label={templates.testMode}
        value={mode}
        onChange={(value) => form.setFieldValue('mode', value)}
        data={[
          { value: 'test', label: templates.testInbox },
          { value: 'live', label: templates.realRecipient },
        ]}
      />
      <Text size="sm" c="dimmed">
        {mode === 'test' ? templates.testInboxHint : templates.realRecipientHint}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select label={templates.channel} data={choices} {...form.getInputProps('channel')} />
        {children}
      </SimpleGrid>
      {first && second && (
        <SourceSelect label={templates.source} placeholder={first.name} {...form.getInputProps('source')} />
      )}
    </>
  )
}

export function To({ form, described }: { form: Form; described: AddressDescription }) {
  const { templates } = useTexts()
  const { label } = useAddressWords()
  const labels: Record<string, string> = templates.addresses
  return (
    <>
      <TextInput label={templates.to} required maxLength={255} {...form.getInputProps('name')} />
      <TextInput
        label={labels[described.channel] ?? label(described)}
        required
        maxLength={320}
        autoComplete="off"
        {...form.getInputProps('address')}
      />
    </>
  )
}
