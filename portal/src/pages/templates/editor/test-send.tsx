// The dialog that sends the saved template to the test inbox or to a real recipient.
import { Alert, Anchor, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import type { AddressDescription } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { useAddresses, useAddressWords } from '../../../parts/addresses.ts'
import { useChannelChoices } from '../../../parts/channels.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { Dialog } from '../../../parts/forms/dialog.tsx'
import { SourceSelect } from '../../../parts/forms/searched-select.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

interface TestSendProps {
  opened: boolean
  onClose: () => void
  slug: string
  locale: string
  channel: ChannelName
  /** Sample values of the variables. */
  vars: Record<string, string>
  /** True if the editor has unsaved changes. The test message does not contain them. */
  unsaved: boolean
}

export function TestSend({ opened, onClose, ...rest }: TestSendProps) {
  const { templates } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={templates.testTitle}>
      <TestSendForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

interface Values {
  mode: 'test' | 'live'
  channel: ChannelName
  source: string
  name: string
  address: string
}

function TestSendForm({ slug, locale, channel: shownChannel, vars, unsaved, onClose }: Omit<TestSendProps, 'opened'>) {
  const { common, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const send = useChange('sendTestTemplate', ['listDeliveries', 'listTestInbox'])
  const form = useForm<Values>({
    initialValues: { mode: 'test', channel: shownChannel, source: '', name: vars.name || 'Ada', address: '' },
  })
  const { mode, channel } = form.values
  const described = useAddresses().data?.find((one) => one.channel === channel)
  const submit = form.onSubmit(({ source, name, address }) =>
    send.mutate({
      path: { ws, slug },
      body: {
        mode,
        channel,
        locale,
        vars: Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== '')),
        ...(source === '' ? {} : { source: Number(source) }),
        ...(described === undefined || address === '' ? {} : { recipient: recipientOf(described, name, address) }),
      },
    }),
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {unsaved && (
          <Alert color="yellow" variant="light">
            {templates.testUnsaved}
          </Alert>
        )}
        {send.error && <ProblemNotice error={send.error} />}
        {send.data && <SentNotice id={send.data.delivery_id} isTest={send.variables?.body.mode === 'test'} />}
        <TargetFields form={form} />
        {mode === 'live' && described !== undefined && <To form={form} described={described} />}
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

/**
 * Returns the recipient of the request. For push, the request contains the id of a stored recipient, because only a
 * stored recipient has devices.
 */
function recipientOf({ field, list }: AddressDescription, name: string, address: string) {
  return list ? { id: Number(address), name } : { name, [field]: address }
}

/** A link to the message that was sent. */
function SentNotice({ id, isTest }: { id: number; isTest: boolean }) {
  const { templates } = useTexts()
  const pathTo = usePathTo()
  return (
    <Alert color="verdigris" variant="light" role="status" title={templates.sent}>
      <Group gap="md">
        {isTest && (
          <Anchor component={Link} to={pathTo('test-inbox')} search={{ message: id } as never} size="sm">
            {templates.viewInbox}
          </Anchor>
        )}
        <Anchor component={Link} to={pathTo(`deliveries/${id}`)} size="sm">
          {templates.delivery(id)}
        </Anchor>
      </Group>
    </Alert>
  )
}

type Form = UseFormReturnType<Values>

/** The inputs for mode, channel and source. */
function TargetFields({ form }: { form: Form }) {
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
      <Select label={templates.channel} data={choices} {...form.getInputProps('channel')} />
      {first && second && (
        <SourceSelect label={templates.source} placeholder={first.name} {...form.getInputProps('source')} />
      )}
    </>
  )
}

function To({ form, described }: { form: Form; described: AddressDescription }) {
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
