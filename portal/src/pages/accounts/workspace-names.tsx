// The workspaces of an account with the roles. A long list opens with a button.
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { AccountWithWorkspaces } from '../../../../sdk/src/api.ts'
import { useTexts } from '../../texts/texts.tsx'

/** Number of workspaces that are shown without the button. */
const SHOWN = 3

export function WorkspaceNames({ workspaces }: Pick<AccountWithWorkspaces, 'workspaces'>) {
  const { accounts, common, members } = useTexts()
  const [isOpen, setOpen] = useState(false)
  if (workspaces.length === 0) return <span>{common.none}</span>
  const shown = isOpen ? workspaces : workspaces.slice(0, SHOWN)
  const hidden = workspaces.length - shown.length
  return (
    <Text size="sm" component="div">
      {shown.map(({ name, role }) => `${name} (${members.roles[role]})`).join(', ')}{' '}
      {hidden > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {accounts.moreWorkspaces(hidden)}
        </Button>
      )}
    </Text>
  )
}
