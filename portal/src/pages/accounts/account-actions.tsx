// The actions of operators on an account: create a password link, change the operator role, remove the account.
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconKey, IconLogout, IconShield, IconShieldLock, IconShieldOff, IconTrash } from '@tabler/icons-react'
import type { AccountWithWorkspaces } from '../../../../sdk/src/api.ts'
import { problemOf } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { SecretOnce } from '../../parts/copy.tsx'
import { confirm } from '../../parts/forms/confirm.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { MoreActions } from '../../parts/more-actions.tsx'
import { sentenceOf } from '../../parts/states.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** The changes of an account, each with its question. */
function useAccountChanges({ id, name, operator }: AccountWithWorkspaces) {
  const texts = useTexts()
  const { accounts, common } = texts
  const rights = useChange('changeAccountRights', ['listAccounts', 'listMembers'])
  const remove = useChange('removeAccount', ['listAccounts', 'listMembers'])
  const signOut = useChange('signOutAccount', ['listAccounts'])
  const reset = useChange('resetSecondFactor', ['listAccounts', 'listMembers'])
  const path = { id }
  const onError = (error: unknown) => showToast(sentenceOf(problemOf(error), texts))
  const thenShow = (message: string) => ({ onError, onSuccess: () => showToast(message) })
  return {
    onError,
    askRights: async () => {
      const yes = await confirm({
        title: operator ? accounts.demoteQuestion(name) : accounts.promoteQuestion(name),
        text: operator ? accounts.demoteText : accounts.promoteText,
        yes: operator ? accounts.demote : accounts.promote,
      })
      if (yes) rights.mutate({ path, body: { operator: !operator } }, thenShow(common.saved))
    },
    askSignOut: async () => {
      const title = accounts.signOutQuestion(name)
      const yes = await confirm({ title, text: accounts.signOutText, yes: accounts.signOut })
      if (yes) signOut.mutate({ path }, thenShow(accounts.signedOut(name)))
    },
    askReset: async () => {
      const title = accounts.resetQuestion(name)
      const yes = await confirm({ title, text: accounts.resetText(name), yes: accounts.resetSecondFactor })
      if (yes) reset.mutate({ path }, thenShow(common.saved))
    },
    askRemove: async () => {
      const title = accounts.removeQuestion(name)
      const yes = await confirm({ title, text: accounts.removeText, yes: accounts.remove })
      if (yes) remove.mutate({ path }, thenShow(accounts.removed(name)))
    },
  }
}

export function AccountActions({ account }: { account: AccountWithWorkspaces }) {
  const { id, name, operator, second_factor: hasSecondFactor } = account
  const { accounts, common } = useTexts()
  const { askRights, askSignOut, askReset, askRemove, onError } = useAccountChanges(account)
  const link = useChange('createPasswordLink')
  return (
    <>
      <MoreActions of={name}>
        <Menu.Item
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => link.mutate({ path: { id } }, { onError })}
        >
          {accounts.passwordLink}
        </Menu.Item>
        <Menu.Item
          leftSection={operator ? <IconShieldOff size={16} aria-hidden /> : <IconShield size={16} aria-hidden />}
          onClick={() => void askRights()}
        >
          {operator ? accounts.demote : accounts.promote}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void askSignOut()}>
          {accounts.signOut}
        </Menu.Item>
        {hasSecondFactor && (
          <Menu.Item leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => void askReset()}>
            {accounts.resetSecondFactor}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askRemove()}>
          {accounts.remove}
        </Menu.Item>
      </MoreActions>
      <Dialog keeps opened={link.data !== undefined} onClose={link.reset} title={accounts.passwordLinkOf(name)}>
        {link.data && (
          <Stack gap="md">
            <SecretOnce secret={link.data.link} label={accounts.passwordLinkLabel} />
            <Text size="sm">{accounts.passwordLinkText(name)}</Text>
            <Group justify="flex-end">
              <Button onClick={link.reset}>{common.done}</Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </>
  )
}
