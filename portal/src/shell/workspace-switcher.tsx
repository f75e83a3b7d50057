// The button with the current workspace. Its menu loads on demand.
import { Box, Text, VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { registerOverlay } from '../parts/on-demand.tsx'
import { MenuButton } from '../parts/overlays/lazy-menu.tsx'
import { useWorkspace } from '../session/workspace.tsx'
import { useTexts } from '../texts/texts.tsx'

const loadMenu = registerOverlay(() => import('./workspace-menu.tsx'))

export function WorkspaceSwitcher() {
  const { shell } = useTexts()
  const { name } = useWorkspace()
  return (
    <MenuButton className="frame-button frame-switcher" load={loadMenu}>
      <VisuallyHidden>{shell.workspace}</VisuallyHidden>
      <Box style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={600} truncate title={name}>
          {name}
        </Text>
      </Box>
      <IconSelector size={16} aria-hidden />
    </MenuButton>
  )
}
