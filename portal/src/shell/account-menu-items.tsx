// The account menu: theme, language, documentation and sign-out.
import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconBook2,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconTerminal2,
  IconUserCog,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { probe } from '../api/connection.ts'
import type { LazyMenuProps } from '../parts/overlays/lazy-menu.tsx'
import { MenuPlace } from '../parts/overlays/menu-place.tsx'
import { showToast } from '../parts/overlays/toasts.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { usePathTo } from '../session/workspace.tsx'
import { useStore } from '../state/store.ts'
import { language, languages, setLanguage, useTexts } from '../texts/texts.tsx'
import { openShortcuts } from './keys.ts'

const schemes = [
  { value: 'light', icon: IconSun, text: 'light' },
  { value: 'dark', icon: IconMoon, text: 'dark' },
  { value: 'auto', icon: IconDeviceDesktop, text: 'system' },
] as const

const tick = <IconCheck size={15} aria-hidden />

export default function AccountMenuItems({ id, opened, onChange }: LazyMenuProps) {
  return (
    <Menu id={id} opened={opened} onChange={onChange} width={224} position="top-start" shadow="md">
      <MenuPlace />
      <Menu.Dropdown>
        <Themes />
        <Languages />
        <Menu.Divider />
        <MenuItems />
      </Menu.Dropdown>
    </Menu>
  )
}

function Themes() {
  const { shell } = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{shell.theme}</Menu.Label>
      {schemes.map(({ value, icon: Picture, text }) => (
        <Menu.Item
          key={value}
          leftSection={<Picture size={16} aria-hidden />}
          rightSection={colorScheme === value ? tick : undefined}
          onClick={() => setColorScheme(value)}
          closeMenuOnClick={false}
          aria-current={colorScheme === value}
        >
          {shell[text]}
        </Menu.Item>
      ))}
    </>
  )
}

function Languages() {
  const { shell, problems } = useTexts()
  const current = useStore(language)
  const explain = async () => showToast((await probe()) ? problems.missingPartText : problems.unreachable)
  return (
    <>
      <Menu.Label>{shell.language}</Menu.Label>
      {Object.entries(languages).map(([code, entry]) => (
        <Menu.Item
          key={code}
          lang={code}
          leftSection={<IconLanguage size={16} aria-hidden />}
          rightSection={current === code ? tick : undefined}
          onClick={() => setLanguage(code).catch(explain)}
          closeMenuOnClick={false}
          aria-current={current === code}
        >
          {entry.name}
        </Menu.Item>
      ))}
    </>
  )
}

function MenuItems() {
  const { shell, palette } = useTexts()
  const { actor } = useSession()
  const signOut = useSignOut()
  const pathTo = usePathTo()
  return (
    <>
      {actor.kind === 'member' && (
        <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} component={Link} to={pathTo('account')}>
          {shell.settings}
        </Menu.Item>
      )}
      {actor.operator && (
        <Menu.Item leftSection={<IconUsersGroup size={16} aria-hidden />} component={Link} to={pathTo('accounts')}>
          {shell.allAccounts}
        </Menu.Item>
      )}
      {actor.operator && (
        <Menu.Item leftSection={<IconTerminal2 size={16} aria-hidden />} component={Link} to={pathTo('tokens')}>
          {shell.tokens}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openShortcuts}>
        {palette.shortcuts}
      </Menu.Item>
      <Menu.Item leftSection={<IconBook2 size={16} aria-hidden />} component="a" href="/docs" target="_blank">
        {shell.apiDocs}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
        {shell.signOut}
      </Menu.Item>
    </>
  )
}
