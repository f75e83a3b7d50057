// The dialog that sends the draft or the published version to the test inbox or to a real recipient.
import { Alert, Button, Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { AddressDescription } from '../../../../../../sdk/src/api.ts'
import { useChange } from '../../../../api/queries.ts'
import { useAddresses } from '../../../../parts/addresses.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { Dialog } from '../../../../parts/forms/dialog.tsx'
import { ProblemNotice } from '../../../../parts/states.tsx'
import { useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { SampleFields } from '../preview/variables.tsx'
import { type Samples, sampleFields, type UsedNames } from '../samples.ts'
import type { Editing } from '../saving/editing.ts'
import { languageName } from '../texts/language-name.ts'
import { SentNotice } from './sent-notice.tsx'
import { TargetFields, type TestValues, To } from './target-fields.tsx'

interface TestSendProps {
  opened: boolean
  onClose: () => void
  editing: Editing
  locale: string
  channel: ChannelName
  names: UsedNames
  /** The values of the preview, with which the fields of the dialog begin. */
  samples: Samples
}

export function TestSend({ opened, onClose, ...rest }: TestSendProps) {
  const { templates } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={templates.testTitle} size="lg">
      <TestSendForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

function TestSendForm({
  editing,
  locale,
  channel: shownChannel,
  names,
  samples,
  onClose,
}: Omit<TestSendProps, 'opened'>) {
  const { common, publishing, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const { template, draft } = editing.stored
  const send = useChange('sendTestTemplate', ['listDeliveries', 'listTestInbox'])
  const [values, setValues] = useState(samples)
  const [isDraft, setIsDraft] = useState(draft !== null)
  const form = useForm<TestValues>({
    initialValues: {
      mode: 'test',
      channel: shownChannel,
      locale,
      source: '',
      name: samples.vars.name || 'Ada',
      address: '',
    },
  })
  const { mode, channel } = form.values
  const described = useAddresses().data?.find((one) => one.channel === channel)
  const usesLiquid = (isDraft && draft !== null ? draft : template).engine === 'liquid'
  const submit = form.onSubmit(({ source, name, address, locale: chosen }) =>
    send.mutate({
      path: { ws, slug: template.slug },
      body: {
        mode,
        channel,
        locale: chosen,
        ...(isDraft ? { draft: true } : {}),
        ...sampleFields(values, usesLiquid),
        ...(source === '' ? {} : { source: Number(source) }),
        ...(described === undefined || address === '' ? {} : { recipient: recipientOf(described, name, address) }),
      },
    }),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {editing.isDirty && (
          <Alert color="yellow" variant="light">
            {publishing.testUnsaved}
          </Alert>
        )}
        {send.error && <ProblemNotice error={send.error} />}
        {send.data && <SentNotice id={send.data.delivery_id} isTest={send.variables?.body.mode === 'test'} />}
        {draft !== null && template.published && (
          <ContentChoice version={template.version} isDraft={isDraft} onChange={setIsDraft} />
        )}
        <TargetFields form={form}>
          <Select
            label={publishing.testLocale}
            data={Object.keys(editing.edited.locales).map((value) => ({ value, label: languageName(value) }))}
            {...form.getInputProps('locale')}
          />
        </TargetFields>
        {mode === 'live' && described !== undefined && <To form={form} described={described} />}
        <SampleFields names={names} usesLiquid={usesLiquid} samples={values} onChange={setValues} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common.close}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {mode === 'test' ? templates.testSend : templates.sendNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ContentChoiceProps {
  version: number
  isDraft: boolean
  onChange: (isDraft: boolean) => void
}

function ContentChoice({ version, isDraft, onChange }: ContentChoiceProps) {
  const { publishing } = useTexts()
  return (
    <SegmentedControl
      aria-label={publishing.testContent}
      value={isDraft ? 'draft' : 'published'}
      onChange={(chosen) => onChange(chosen === 'draft')}
      data={[
        { value: 'draft', label: publishing.draft },
        { value: 'published', label: publishing.published(version) },
      ]}
    />
  )
}

/**
 * Returns the recipient of the request. For push, the request contains the id of a stored recipient, because only a
 * stored recipient has devices.
 */
function recipientOf({ field, list }: AddressDescription, name: string, address: string) {
  return list ? { id: Number(address), name } : { name, [field]: address }
}
