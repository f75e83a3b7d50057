// Sets up the second factor in three steps: the password, the QR code with a first code, and the recovery codes.
import { Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useChange, useRead } from '../../../api/queries.ts'
import { Copy } from '../../../parts/copy.tsx'
import { Dialog, DialogForm } from '../../../parts/forms/dialog.tsx'
import { settle, showToast } from '../../../parts/forms/form-problems.ts'
import { SecretInput } from '../../../parts/forms/secret-input.tsx'
import { useSession } from '../../../session/session.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface Secret {
  secret: string
  uri: string
}

export function SetUpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { secondFactor } = useTexts()
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    setSecret(undefined)
    setCodes(undefined)
    onClose()
  }
  return (
    <Dialog
      keeps
      opened={opened}
      onClose={close}
      title={codes === undefined ? secondFactor.setUpTitle : secondFactor.codesTitle}
    >
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onStored={close} />
      ) : secret !== undefined ? (
        <FirstCode secret={secret} onCancel={close} onConfirmed={setCodes} />
      ) : (
        <PasswordStep onCancel={close} onSecret={setSecret} />
      )}
    </Dialog>
  )
}

/** Asks for the password, if the account has one, and creates the secret. */
function PasswordStep({ onCancel, onSecret }: { onCancel: () => void; onSecret: (secret: Secret) => void }) {
  const { session, secondFactor } = useTexts()
  const { actor } = useSession()
  const { needs_password: needsPassword = true } = useRead('readSecondFactor', {}).data ?? {}
  const begin = useChange('beginSecondFactor')
  const form = useForm({ initialValues: { password: '' } })
  const submit = form.onSubmit((body) => begin.mutate({ body: needsPassword ? body : {} }, settle(form, onSecret)))
  return (
    <DialogForm onSubmit={submit} change={begin} onCancel={onCancel} yes={secondFactor.next}>
      <Text size="sm">{secondFactor.text}</Text>
      {/* Password managers need this field to find the account of the password. */}
      <input type="email" autoComplete="username" value={actor.email ?? ''} readOnly hidden />
      {needsPassword && (
        <SecretInput
          label={session.password}
          description={secondFactor.confirmPassword}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          showLabel={session.show}
          {...form.getInputProps('password')}
        />
      )}
    </DialogForm>
  )
}

interface FirstCodeProps {
  secret: Secret
  onCancel: () => void
  onConfirmed: (codes: string[]) => void
}

function FirstCode({ secret: { secret, uri }, onCancel, onConfirmed }: FirstCodeProps) {
  const { secondFactor } = useTexts()
  const confirm = useChange('confirmSecondFactor', ['readSecondFactor', 'listSessions'])
  const form = useForm({ initialValues: { code: '' } })
  const submit = form.onSubmit((body) =>
    confirm.mutate(
      { body },
      settle(form, ({ recovery_codes }) => {
        onConfirmed(recovery_codes)
        showToast(secondFactor.turnedOn)
      }),
    ),
  )
  return (
    <DialogForm onSubmit={submit} change={confirm} onCancel={onCancel} yes={secondFactor.turnOn}>
      <Text size="sm">{secondFactor.scan}</Text>
      <Group justify="center">
        <QrCode text={uri} label={secondFactor.qrLabel} />
      </Group>
      <div>
        <Text size="sm" c="dimmed">
          {secondFactor.byHand}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="wrap-anywhere" fz="sm">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </Code>
          <Copy value={secret} label={secondFactor.key} />
        </Group>
      </div>
      <Stack gap={0}>
        <TextInput
          label={secondFactor.firstCode}
          description={secondFactor.firstCodeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('code')}
        />
      </Stack>
    </DialogForm>
  )
}
