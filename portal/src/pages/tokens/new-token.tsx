// The dialog that creates a management token and shows it once.
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '../../api/queries.ts'
import { SecretOnce } from '../../parts/copy.tsx'
import { Dialog, DialogForm } from '../../parts/forms/dialog.tsx'
import { ExpiryField, expiresAtOf, noExpiry } from '../../parts/forms/expiry-field.tsx'
import { placeProblem } from '../../parts/forms/form-problems.ts'
import { useTexts } from '../../texts/texts.tsx'

const scopes = ['read', 'manage', 'operator'] as const

export function NewToken({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { tokens } = useTexts()
  return (
    <Dialog keeps opened={opened} onClose={onClose} title={tokens.create}>
      <NewTokenForm onClose={onClose} />
    </Dialog>
  )
}

function NewTokenForm({ onClose }: { onClose: () => void }) {
  const { common, tokens } = useTexts()
  const create = useChange('createManagementToken', ['listManagementTokens'])
  const form = useForm<{ name: string; scope: (typeof scopes)[number]; expires_at: typeof noExpiry }>({
    initialValues: { name: '', scope: 'read', expires_at: noExpiry },
  })
  if (create.data)
    return (
      <Stack gap="md">
        <SecretOnce secret={create.data.token} label={tokens.newToken} />
        <Text size="sm">{tokens.use}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {common.done}
          </Button>
        </Group>
      </Stack>
    )
  const submit = form.onSubmit(({ name, scope, expires_at }) =>
    create.mutate(
      { body: { name, scope, expires_at: expiresAtOf(expires_at) ?? null } },
      { onError: (error) => placeProblem(form, error) },
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={create} onCancel={onClose} yes={tokens.create}>
      <TextInput
        label={tokens.name}
        description={tokens.nameHint}
        placeholder={tokens.nameExample}
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={tokens.scope} {...form.getInputProps('scope')}>
        <Stack gap="xs" mt={6}>
          {scopes.map((scope) => (
            <Radio key={scope} value={scope} label={tokens.scopes[scope]} description={tokens.scopeTexts[scope]} />
          ))}
        </Stack>
      </Radio.Group>
      <ExpiryField
        value={form.values.expires_at}
        onChange={(value) => form.setFieldValue('expires_at', value)}
        error={form.errors.expires_at as string | undefined}
      />
    </DialogForm>
  )
}
