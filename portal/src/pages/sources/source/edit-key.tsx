// The dialog that edits the name and the expiry of a key.
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SourceKey } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { Dialog, DialogForm } from '../../../parts/forms/dialog.tsx'
import { ExpiryField, expiresAtOf, unchangedExpiry } from '../../../parts/forms/expiry-field.tsx'
import { placeProblem, showToast } from '../../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useLocale, useTexts } from '../../../texts/texts.tsx'
import { type KeyKind, keyOperations } from './key-operations.ts'

interface EditKeyProps {
  source: number
  kind: KeyKind
  /** Undefined while the dialog is closed. */
  edited: SourceKey | undefined
  onClose: () => void
}

export function EditKeyDialog({ source, kind, edited, onClose }: EditKeyProps) {
  const { sources } = useTexts()
  return (
    <Dialog keeps opened={edited !== undefined} onClose={onClose} title={sources.keys.changeTitle(edited?.hint ?? '')}>
      {edited && <EditKeyForm key={edited.id} source={source} kind={kind} edited={edited} onClose={onClose} />}
    </Dialog>
  )
}

function EditKeyForm({ source, kind, edited, onClose }: EditKeyProps & { edited: SourceKey }) {
  const { common, credentials, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const texts = sources.keys
  const moments = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  const current = edited.expires_at === null ? credentials.never : moments.format(new Date(edited.expires_at))
  const change = useChange(keyOperations[kind].change, [keyOperations[kind].list])
  const form = useForm({ initialValues: { name: edited.name ?? '', expires_at: unchangedExpiry(edited.expires_at) } })
  const submit = form.onSubmit(({ name, expires_at }) => {
    const expiry = expiresAtOf(expires_at)
    const body = {
      ...(form.isDirty('name') ? { name: name === '' ? null : name } : {}),
      ...(expiry === undefined ? {} : { expires_at: expiry }),
    }
    change.mutate(
      { path: { ws, source, key: edited.id }, body },
      {
        onError: (error) => placeProblem(form, error),
        onSuccess: () => {
          showToast(texts.changed)
          onClose()
        },
      },
    )
  })
  return (
    <DialogForm onSubmit={submit} change={change} onCancel={onClose} yes={common.save}>
      <TextInput
        label={common.name}
        description={texts.nameHint}
        placeholder={texts.nameExample}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ExpiryField
        value={form.values.expires_at}
        onChange={(value) => form.setFieldValue('expires_at', value)}
        error={form.errors.expires_at as string | undefined}
        unchangedLabel={texts.keepExpiry(current)}
      />
    </DialogForm>
  )
}
