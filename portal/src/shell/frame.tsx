// The frame of workspace pages: navigation (a drawer on phones), page, and overlays.
import { ActionIcon, Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
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
import { isApple, openPalette, paletteShown, shortcutsShown, useKeys } from './keys.ts'
import { Navigation } from './navigation.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

const Palette = onDemand(
  paletteShown,
  () => import('./palette/palette.tsx'),
  () => paletteShown.set(false),
)
const Shortcuts = onDemand(
  shortcutsShown,
  () => import('./shortcuts.tsx'),
  () => shortcutsShown.set(false),
)

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
      <div className="frame">
        <TopBar title={workspace.name} opened={opened} onToggle={menu.toggle} />
        <Sidebar opened={opened} onClose={menu.close} />
        <main className="frame-main">
          <ConnectionBanner />
          <div id="content" className="frame-content" tabIndex={-1}>
            <Outlet />
          </div>
        </main>
      </div>
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
    <header className="frame-header">
      <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
        <Burger opened={opened} onClick={onToggle} size="sm" aria-label={shell.openMenu} aria-expanded={opened} />
        <Text fw={600} truncate title={title}>
          {title}
        </Text>
      </Group>
      <ActionIcon onClick={openPalette} size="lg" aria-label={shell.search}>
        <IconSearch size={19} aria-hidden />
      </ActionIcon>
    </header>
  )
}

/** The navigation: beside the page, or above it on phones. */
function Sidebar({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { shell } = useTexts()
  return (
    <nav className="frame-navbar" data-opened={opened} aria-label={shell.navigation}>
      <div className="frame-top">
        <div className="frame-brand">
          <Bell size={24} />
          <span>Carillon</span>
          <Burger
            className="frame-close"
            opened
            onClick={onClose}
            size="sm"
            aria-label={shell.closeMenu}
            style={{ visibility: opened ? 'visible' : 'hidden' }}
          />
        </div>
        <WorkspaceSwitcher />
        <UnstyledButton className="frame-search" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={15} aria-hidden />
          <span>{shell.search}</span>
          <Kbd size="xs" aria-hidden>
            {isApple ? '⌘ K' : 'Ctrl K'}
          </Kbd>
        </UnstyledButton>
      </div>
      <div className="frame-links">
        <Navigation />
      </div>
      <div className="frame-foot">
        <AccountMenu />
      </div>
    </nav>
  )
}

/** Handles keyboard shortcuts inside a workspace. */
function KeyboardShortcuts() {
  useKeys()
  return null
}
