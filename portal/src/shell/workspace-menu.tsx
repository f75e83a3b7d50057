// The menu that switches to another workspace.
import { Badge, Menu, Text } from '@mantine/core'
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LazyMenuProps } from '../parts/overlays/lazy-menu.tsx'
import { MenuPlace } from '../parts/overlays/menu-place.tsx'
import { useSession } from '../session/session.ts'
import { useWorkspace, workspacePath } from '../session/workspace.tsx'
import { useTexts } from '../texts/texts.tsx'
import { openPalette } from './keys.ts'

/**
 * Maximum number of workspaces that the menu lists. If there are more, the menu opens the search, which finds all
 * workspaces on the server. The session contains at most 200 workspaces.
 */
const FEW = 8

export default function WorkspaceMenu({ id, opened, onChange }: LazyMenuProps) {
  const { shell } = useTexts()
  const current = useWorkspace()
  const { workspaces, actor } = useSession()
  const isListed = workspaces.some(({ id }) => id === current.id)
  const shown = isListed ? workspaces : [current, ...workspaces]
  return (
    <Menu id={id} opened={opened} onChange={onChange} width={224} position="bottom-start" shadow="md">
      <MenuPlace />
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {shown.length > FEW && (
          <Menu.Item leftSection={<IconSearch size={15} aria-hidden />} onClick={openPalette}>
            {shell.findWorkspace}
          </Menu.Item>
        )}
        {shown.map((workspace) => (
          <Menu.Item
            key={workspace.id}
            component={Link}
            to={workspacePath(workspace.id)}
            rightSection={workspace.id === current.id ? <IconCheck size={15} aria-hidden /> : undefined}
            aria-current={workspace.id === current.id}
          >
            <Text size="sm" truncate>
              {workspace.name}
            </Text>
            <Badge size="xs" color="gray" mt={2}>
              {shell.roles[workspace.role]}
            </Badge>
          </Menu.Item>
        ))}
        {actor.operator && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} component={Link} to="/w">
              {shell.newWorkspace}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
