// The menu button for less frequent actions.
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { PropsWithChildren } from 'react'
import { useTexts } from '../texts/texts.tsx'

/** `of` is the name of the object. A list with several menus needs it for screen readers. */
export function MoreActions({ of, children }: PropsWithChildren<{ of?: string }>) {
  const { common } = useTexts()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={of === undefined ? common.actions : `${common.actions}: ${of}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
