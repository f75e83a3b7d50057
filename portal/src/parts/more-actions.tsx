// The button with three dots that holds what is done rarely.
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { PropsWithChildren } from 'react'
import { useTexts } from '../texts/texts.tsx'

export function MoreActions({ children }: PropsWithChildren) {
  const { common } = useTexts()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={common.actions}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
