// The dialog that creates a key and shows it once.
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { NewKey } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { SecretOnce } from '../../../parts/copy.tsx'
import { Dialog, DialogForm } from '../../../parts/forms/dialog.tsx'
import { ExpiryField, expiresAtOf, noExpiry } from '../../../parts/forms/expiry-field.tsx'
import { placeProblem } from '../../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type KeyKind, keyOperations } from './key-operations.ts'

type Mode = NewKey['mode']
type Scope = NewKey['scopes'][number]

const allScopes: Scope[] = ['send', 'read']

interface NewKeyDialogProps {
  source: number
  kind: KeyKind
  opened: boolean
  onClose: () => void
}

export function NewKeyDialog({ source, kind, opened, onClose }: NewKeyDialogProps) {
  const { sources } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={sources.keys[kind].create} keeps>
      <NewKeyForm source={source} kind={kind} onClose={onClose} />
    </Dialog>
  )
}

function NewKeyForm({ source, kind, onClose }: Omit<NewKeyDialogProps, 'opened'>) {
  const { common, sources } = useTexts()
  const { id: ws } = useWorkspace()
  const texts = sources.keys
  const create = useChange(keyOperations[kind].create, [keyOperations[kind].list])
  const form = useForm<{ mode: Mode; name: string; scopes: Scope[]; expires_at: typeof noExpiry }>({
    initialValues: { mode: 'test', name: '', scopes: allScopes, expires_at: noExpiry },
  })
  if (create.data) return <NewKeyShown made={create.data} onClose={onClose} />
  const submit = form.onSubmit(({ mode, name, scopes, expires_at }) => {
    const body = { mode, name: name === '' ? null : name, expires_at: expiresAtOf(expires_at) ?? null }
    create.mutate(
      { path: { ws, source }, body: kind === 'api' ? { ...body, scopes } : body },
      { onError: (error) => placeProblem(form, error) },
    )
  })
  return (
    <DialogForm
      onSubmit={submit}
      change={create}
      onCancel={onClose}
      yes={texts[kind].create}
      disabled={form.values.scopes.length === 0}
    >
      <Select
        label={texts.mode}
        description={texts.modeHint}
        data={[
          { value: 'test', label: common.test },
          { value: 'live', label: common.live },
        ]}
        allowDeselect={false}
        {...form.getInputProps('mode')}
        data-autofocus
      />
      <TextInput
        label={`${common.name} (${common.optional})`}
        description={texts.nameHint}
        placeholder={texts.nameExample}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {kind === 'api' && (
        <Checkbox.Group label={texts.scopes} description={texts.scopesHint} {...form.getInputProps('scopes')}>
          <Stack gap="xs" mt={6}>
            {allScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={texts.scope[scope]} description={texts.scopeTexts[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <ExpiryField
        value={form.values.expires_at}
        onChange={(value) => form.setFieldValue('expires_at', value)}
        error={form.errors.expires_at as string | undefined}
      />
    </DialogForm>
  )
}

function NewKeyShown({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const { common, sources } = useTexts()
  return (
    <Stack gap="md">
      <SecretOnce secret={made.key} label={sources.keys.newKey} />
      {made.url !== undefined && <SecretOnce secret={made.url} label={sources.keys.newUrl} />}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {common.done}
        </Button>
      </Group>
    </Stack>
  )
}
