// The dialog that lifts a suppression. A complaint requires a note.
import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Suppression } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { settle, showToast } from '../../parts/forms/form-problems.ts'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

interface LiftProps {
  /** The suppression to lift. Undefined while the dialog is closed. */
  of: Suppression | undefined
  onClose: () => void
}

/** Returns whether the member may lift a suppression. Only an owner may lift a complaint. */
export function useMayLift(): (of: Suppression) => boolean {
  const may = useMay()
  return ({ reason }) => (reason === 'complaint' ? may.govern : may.change)
}

export function LiftSuppression({ of, onClose }: LiftProps) {
  const { suppressions } = useTexts()
  return (
    <Dialog keeps opened={of !== undefined} onClose={onClose} title={suppressions.liftTitle(of?.address ?? '')}>
      {of && <LiftForm of={of} onClose={onClose} />}
    </Dialog>
  )
}

function LiftForm({ of, onClose }: { of: Suppression; onClose: () => void }) {
  const { suppressions } = useTexts()
  const { id: ws } = useWorkspace()
  const form = useForm({ initialValues: { note: '' } })
  const lift = useChange('liftSuppression', ['listSuppressions', 'listOptOuts', 'readRecipient'])
  const isComplaint = of.reason === 'complaint'
  const submit = form.onSubmit(({ note }) =>
    lift.mutate(
      { path: { ws, id: of.id }, body: note.trim() === '' ? {} : { note: note.trim() } },
      settle(form, () => {
        showToast(suppressions.lifted(of.address))
        onClose()
      }),
    ),
  )
  const texts: Partial<Record<Suppression['reason'], string>> = {
    unsubscribed: suppressions.liftOptOut,
    stop_word: suppressions.liftOptOut,
    complaint: suppressions.liftComplaint,
  }
  return (
    <DialogForm onSubmit={submit} change={lift} onCancel={onClose} yes={suppressions.lift}>
      <Text size="sm">{texts[of.reason] ?? suppressions.liftText}</Text>
      {isComplaint && (
        <Textarea
          label={suppressions.note}
          description={suppressions.liftNote}
          required
          maxLength={1000}
          autosize
          minRows={2}
          data-autofocus
          {...form.getInputProps('note')}
        />
      )}
    </DialogForm>
  )
}
