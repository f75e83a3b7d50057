// The account button at the bottom of the navigation. Its menu loads on demand.
import { Avatar, Box, Text, VisuallyHidden } from '@mantine/core'
import { registerOverlay } from '../parts/on-demand.tsx'
import { MenuButton } from '../parts/overlays/lazy-menu.tsx'
import { useSession } from '../session/session.ts'
import { useTexts } from '../texts/texts.tsx'

const loadMenu = registerOverlay(() => import('./account-menu-items.tsx'))

export function AccountMenu() {
  const { shell } = useTexts()
  const { actor } = useSession()
  const name = actor.name ?? `…${actor.hint}`
  return (
    <MenuButton className="frame-button" load={loadMenu}>
      <VisuallyHidden>{shell.account}</VisuallyHidden>
      <Avatar size={26} radius="xl" name={name} color="verdigris" aria-hidden />
      <Box style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} truncate lh={1.25} title={name}>
          {name}
        </Text>
        {actor.email !== undefined && (
          <Text size="xs" c="dimmed" truncate lh={1.25} title={actor.email}>
            {actor.email}
          </Text>
        )}
      </Box>
    </MenuButton>
  )
}
