// The actions on a delivery: resend, cancel, reschedule.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClockEdit, IconRefresh, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { fromField, toField } from '../../parts/forms/moment-field.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

const ENDED = ['sent', 'delivered', 'read', 'failed']

export function DeliveryActions({ delivery }: { delivery: DeliveryTimeline }) {
  const { timeline } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const [moving, dialog] = useDisclosure(false)
  const resend = useChange('resendDelivery', ['listDeliveries'])
  const cancel = useChange('cancelDelivery', ['listDeliveries', 'readTimeline'])
  const { id, recipient_name, status, mode } = delivery
  const isTest = mode === 'test'
  const path = { ws, id }

  const askResend = async () => {
    const yes = await confirm({
      title: timeline.resendTitle(id),
      text: isTest ? timeline.resendTestText : timeline.resendText(recipient_name),
      yes: timeline.resend,
      harmless: true,
    })
    if (!yes) return
    resend.mutate(
      { path },
      {
        onSuccess: ({ delivery_id }) => {
          showToast(timeline.resent(delivery_id))
          void navigate({ to: pathTo(`deliveries/${delivery_id}`) })
        },
      },
    )
  }
  const askCancel = async () => {
    const yes = await confirm({
      title: timeline.cancelTitle(id, recipient_name),
      text: isTest ? timeline.cancelTestText : timeline.cancelText,
      yes: timeline.cancel,
      no: timeline.keep,
    })
    if (yes) cancel.mutate({ path }, { onSuccess: () => showToast(timeline.cancelled(id)) })
  }

  if (!may.change) return null
  const error = resend.error ?? cancel.error
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {status === 'queued' && delivery.attempts.length === 0 && delivery.state !== 'collecting' && (
          <Button variant="default" leftSection={<IconClockEdit size={16} aria-hidden />} onClick={dialog.open}>
            {timeline.move}
          </Button>
        )}
        {status === 'queued' && (
          <Button
            variant="default"
            c="red"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={askCancel}
            loading={cancel.isPending}
          >
            {timeline.cancel}
          </Button>
        )}
        {ENDED.includes(status) && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={askResend}
            loading={resend.isPending}
          >
            {timeline.resend}
          </Button>
        )}
      </Group>
      {error && <ProblemNotice error={error} />}
      <MoveDialog delivery={delivery} opened={moving} onClose={dialog.close} />
    </Stack>
  )
}

interface MoveDialogProps {
  delivery: DeliveryTimeline
  opened: boolean
  onClose: () => void
}

function MoveDialog({ delivery, opened, onClose }: MoveDialogProps) {
  const { timeline } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={timeline.moveTitle(delivery.id)}>
      <MoveForm delivery={delivery} onClose={onClose} />
    </Dialog>
  )
}

function MoveForm({ delivery, onClose }: Omit<MoveDialogProps, 'opened'>) {
  const { timeline } = useTexts()
  const { id: ws } = useWorkspace()
  const move = useChange('moveDelivery', ['listDeliveries', 'readTimeline'])
  const [at, setAt] = useState(toField(delivery.scheduled_for ?? new Date().toISOString()))
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move.mutate(
      { path: { ws, id: delivery.id }, body: { scheduled_for: fromField(at) } },
      {
        onSuccess: () => {
          showToast(timeline.moved)
          onClose()
        },
      },
    )
  }
  return (
    <DialogForm onSubmit={submit} change={move} onCancel={onClose} yes={timeline.moveButton}>
      <TextInput
        type="datetime-local"
        required
        withAsterisk={false}
        label={timeline.moveLabel}
        description={timeline.moveZone(zone)}
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}
