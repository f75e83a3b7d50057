// The dialog that sends the saved template once: into the test inbox, or for real to an address.
import { Alert, Anchor, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
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
  /** Sample values. */
  vars: Record<string, string>
  /** The editor holds what is not saved, and so not sent. */
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

function TestSendForm({ slug, locale, channel: shownChannel, vars, unsaved, onClose }: Omit<TestSendProps, 'opened'>) {
  const { common, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const addresses = useAddresses()
  const { label } = useAddressWords()
  const choices = useChannelChoices()
  const sources = useRead('listSources', { path: { ws }, query: { limit: 2 } })
  const [first, second] = sources.data?.data ?? []
  const send = useChange('sendTestTemplate', ['listDeliveries', 'listTestInbox'])
  const form = useForm({
    initialValues: {
      mode: 'test' as 'test' | 'live',
      channel: shownChannel,
      source: '',
      name: vars.name || 'Ada',
      address: '',
    },
  })
  const { mode, channel } = form.values
  const address = addresses.data?.find((described) => described.channel === channel)
  // A list belongs to a stored recipient, whom the request names by its number.
  const field = address?.list ? 'id' : address?.field
  const labels: Record<string, string> = templates.addresses
  const submit = form.onSubmit(({ source, name, address }) =>
    send.mutate({
      path: { ws, slug },
      body: {
        mode,
        channel,
        locale,
        vars: Object.fromEntries(Object.entries(vars).filter(([, value]) => value !== '')),
        ...(source === '' ? {} : { source: Number(source) }),
        ...(field === undefined || address === ''
          ? {}
          : { recipient: field === 'id' ? { id: Number(address), name } : { name, [field]: address } }),
      },
    }),
  )
  const id = send.data?.delivery_id
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {unsaved && (
          <Alert color="yellow" variant="light">
            {templates.testUnsaved}
          </Alert>
        )}
        {send.error && <ProblemNotice error={send.error} />}
        {id !== undefined && (
          <Alert color="verdigris" variant="light" role="status" title={templates.sent}>
            <Group gap="md">
              {send.variables?.body.mode === 'test' && (
                <Anchor component={Link} to={pathTo('test-inbox')} size="sm">
                  {templates.seeInbox}
                </Anchor>
              )}
              <Anchor component={Link} to={pathTo(`deliveries/${id}`)} size="sm">
                {templates.seeDelivery(id)}
              </Anchor>
            </Group>
          </Alert>
        )}
        <SegmentedControl
          aria-label={templates.testMode}
          value={mode}
          onChange={(value) => form.setFieldValue('mode', value as 'test' | 'live')}
          data={[
            { value: 'test', label: templates.intoInbox },
            { value: 'live', label: templates.forReal },
          ]}
        />
        <Text size="sm" c="dimmed">
          {mode === 'test' ? templates.intoInboxHint : templates.forRealHint}
        </Text>
        <Select label={templates.channel} data={choices} {...form.getInputProps('channel')} />
        {first && second && (
          <SourceSelect label={templates.source} placeholder={first.name} {...form.getInputProps('source')} />
        )}
        {mode === 'live' && address !== undefined && (
          <>
            <TextInput label={templates.to} required maxLength={255} {...form.getInputProps('name')} />
            <TextInput
              label={labels[channel] ?? label(address)}
              required
              maxLength={320}
              autoComplete="off"
              {...form.getInputProps('address')}
            />
          </>
        )}
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
