// The dialog that adds an endpoint and shows its secret once.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import type { NewSubscription } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { SecretOnce } from '../../parts/copy.tsx'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { placeProblem } from '../../parts/forms/form-problems.ts'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Choice, type EventName } from './choice.tsx'
import { Verification } from './verification/verification.tsx'

const usual: EventName[] = ['delivery.sent', 'delivery.delivered', 'delivery.failed', 'delivery.action_taken']

export function NewEndpoint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const subscribe = useChange('subscribe', ['listSubscriptions'])
  const form = useForm<{ url: string; events: EventName[] }>({ initialValues: { url: '', events: usual } })
  const submit = form.onSubmit((body) =>
    subscribe.mutate({ path: { ws }, body }, { onError: (error) => placeProblem(form, error) }),
  )
  const leave = () => {
    onClose()
    form.reset()
    subscribe.reset()
  }
  const done = (made: NewSubscription) => {
    leave()
    void navigate({ to: pathTo(`webhooks/${made.id}`) })
  }
  return (
    <Dialog
      keeps
      opened={opened}
      onClose={subscribe.data ? () => done(subscribe.data) : leave}
      title={webhooks.add}
      size="lg"
    >
      {subscribe.data ? (
        <Stack gap="md">
          <SecretOnce secret={subscribe.data.secret} label={webhooks.secret} />
          <Text size="sm">{webhooks.secretUse}</Text>
          <Verification />
          <Group justify="flex-end">
            <Button onClick={() => done(subscribe.data)}>{common.done}</Button>
          </Group>
        </Stack>
      ) : (
        <DialogForm onSubmit={submit} change={subscribe} onCancel={leave} yes={webhooks.add}>
          <TextInput
            label={webhooks.address}
            description={webhooks.addressText}
            placeholder="https://app.example/carillon"
            type="url"
            inputMode="url"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('url')}
          />
          <Choice
            value={form.values.events}
            onChange={(events) => form.setFieldValue('events', events)}
            error={form.errors.events as string | undefined}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
