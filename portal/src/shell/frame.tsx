// The frame of workspace pages: navigation (a drawer on phones), page, and overlays.
import { ActionIcon, AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemOf } from '../api/problem.ts'
import { useRead } from '../api/queries.ts'
import { BrokenPage, MissingPage } from '../parts/broken-page.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Loading } from '../parts/states.tsx'
import { useSession } from '../session/session.ts'
import { CurrentWorkspace, type WorkspaceEntry } from '../session/workspace.tsx'
import { store } from '../state/stored.ts'
import { useTexts } from '../texts/texts.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import './frame.css'
import { openPalette, paletteShown, shortcutsShown, useKeys } from './keys.ts'
import { Navigation } from './navigation.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const Palette = onDemand(paletteShown, () => import('./palette.tsx'))
const Shortcuts = onDemand(shortcutsShown, () => import('./shortcuts.tsx'))

/**
 * The frame of a workspace. The session contains only the first workspaces, so other workspaces are read separately.
 */
export default function Frame() {
  const { workspaces } = useSession()
  const { ws = '' } = useParams({ strict: false })
  const listed = workspaces.find(({ id }) => String(id) === ws)
  const isNumber = /^[1-9]\d{0,14}$/.test(ws)
  const read = useRead('readWorkspace', { path: { ws: Number(ws) } }, { enabled: listed === undefined && isNumber })
  const workspace = listed ?? read.data
  if (workspace !== undefined) return <WorkspaceFrame workspace={workspace} />
  if (!isNumber || (read.error && problemOf(read.error).status === 404)) return <MissingPage />
  if (read.error) return <BrokenPage error={read.error} reset={() => void read.refetch()} />
  return <Loading />
}

function WorkspaceFrame({ workspace }: { workspace: WorkspaceEntry }) {
  const { shell } = useTexts()
  const [opened, menu] = useDisclosure(false)
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(menu.close, [pathname])
  useEffect(() => store('workspace', String(workspace.id)), [workspace.id])

  return (
    <CurrentWorkspace value={workspace}>
      <a className="skip-link" href="#content">
        {shell.skip}
      </a>
      <AppShell
        layout="alt"
        header={{ height: { base: 52, sm: 0 } }}
        navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'md', sm: 'xl' }}
      >
        <TopBar title={workspace.name} opened={opened} onToggle={menu.toggle} />
        <Sidebar opened={opened} onClose={menu.close} />
        <AppShell.Main>
          <ConnectionBanner />
          <div id="content" className="frame-content" tabIndex={-1}>
            <Outlet />
          </div>
        </AppShell.Main>
      </AppShell>
      <KeyboardShortcuts />
      <Palette />
      <Shortcuts />
    </CurrentWorkspace>
  )
}

/** The bar above the page on phones. */
function TopBar({ title, opened, onToggle }: { title: string; opened: boolean; onToggle: () => void }) {
  const { shell } = useTexts()
  return (
    <AppShell.Header hiddenFrom="sm" px="sm" className="frame-header">
      <Group h="100%" justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <Burger opened={opened} onClick={onToggle} size="sm" aria-label={shell.openMenu} aria-expanded={opened} />
          <Text fw={600} truncate>
            {title}
          </Text>
        </Group>
        <ActionIcon onClick={openPalette} size="lg" aria-label={shell.search}>
          <IconSearch size={19} aria-hidden />
        </ActionIcon>
      </Group>
    </AppShell.Header>
  )
}

/** The navigation: beside the page, or above it on phones. */
function Sidebar({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { shell } = useTexts()
  return (
    <AppShell.Navbar className="frame-navbar" data-opened={opened} aria-label={shell.navigation}>
      <AppShell.Section p="sm" pb={4}>
        <Group gap={8} wrap="nowrap" mb={10} px={6} pt={4} justify="space-between">
          <Group gap={9} wrap="nowrap">
            <Bell size={24} />
            <Text fw={650} fz="md" style={{ letterSpacing: '-0.01em' }}>
              Carillon
            </Text>
          </Group>
          <Burger
            hiddenFrom="sm"
            opened
            onClick={onClose}
            size="sm"
            aria-label={shell.closeMenu}
            style={{ visibility: opened ? 'visible' : 'hidden' }}
          />
        </Group>
        <WorkspaceSwitcher />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} scrollbarSize={6} px="sm">
        <Navigation />
      </AppShell.Section>
      <AppShell.Section p="sm" className="frame-foot">
        <AccountMenu />
      </AppShell.Section>
    </AppShell.Navbar>
  )
}

/** Handles keyboard shortcuts inside a workspace. */
function KeyboardShortcuts() {
  useKeys()
  return null
}
