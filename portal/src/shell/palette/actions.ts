// The actions of the palette: create objects, change the theme and the language, open help, sign out.
import { useMantineColorScheme } from '@mantine/core'
import {
  IconBook2,
  IconBuildingPlus,
  IconDeviceDesktop,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUpload,
  IconUserCog,
  IconUserPlus,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { CREATING } from '../../parts/lists/creating.ts'
import { useSession } from '../../session/session.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { languages, setLanguage, useTexts } from '../../texts/texts.tsx'
import { openShortcuts } from '../keys.ts'
import type { Command } from './command.ts'

/** The most sources for which the palette offers to create a key. */
const MOST_SOURCES = 20

type Action = Omit<Command, 'group'>

export function useActions(): Command[] {
  const actions = [...useCreations(), ...useDisplay(), ...useHelp()]
  return actions.map((action) => ({ ...action, group: 'actions' }))
}

/** The actions that open a dialog or a page for a new object. */
function useCreations(): Action[] {
  const { palette } = useTexts()
  const may = useMay()
  const { actor } = useSession()
  const navigate = useNavigate()
  const pathTo = usePathTo()
  const { id: ws } = useWorkspace()
  const sources = useRead('listSources', { path: { ws }, query: { limit: MOST_SOURCES } }, { enabled: may.change })
  const open = (page: string, search: Record<string, string> = {}) => {
    return () => void navigate({ to: pathTo(page), search: search as never })
  }
  const create = (page: string, label: string) => ({
    id: `create-${page}`,
    label,
    icon: IconPlus,
    run: open(page, CREATING),
  })
  const changes: Action[] = [
    ...(sources.data?.data ?? []).map(({ id, name }) => ({
      id: `key-${id}`,
      label: palette.createKey,
      hint: name,
      icon: IconKey,
      run: open(`sources/${id}`, { tab: 'keys', new: 'api' }),
    })),
    create('templates', palette.createTemplate),
    create('recipients', palette.createRecipient),
    create('sources', palette.createSource),
    create('automations', palette.createAutomation),
    create('categories', palette.createCategory),
    create('webhooks', palette.createEndpoint),
    create('suppressions', palette.addSuppression),
    { id: 'import', label: palette.importRecipients, icon: IconUpload, run: open('recipients/import') },
  ]
  return [
    ...(may.change ? changes : []),
    ...(may.govern ? [{ ...create('members', palette.invite), icon: IconUserPlus }] : []),
    ...(actor.operator
      ? [
          {
            id: 'workspace',
            label: palette.createWorkspace,
            icon: IconBuildingPlus,
            run: () => void navigate({ to: '/w' }),
          },
        ]
      : []),
  ]
}

function useDisplay(): Action[] {
  const { palette, shell } = useTexts()
  const { setColorScheme } = useMantineColorScheme()
  const schemes = [
    { value: 'light', icon: IconSun, text: shell.light },
    { value: 'dark', icon: IconMoon, text: shell.dark },
    { value: 'auto', icon: IconDeviceDesktop, text: shell.system },
  ] as const
  return [
    ...schemes.map(({ value, icon, text }) => ({
      id: `theme-${value}`,
      label: `${shell.theme}: ${text}`,
      keywords: `${value} ${palette.themeWords}`,
      icon,
      run: () => setColorScheme(value),
    })),
    ...Object.entries(languages).map(([code, { name }]) => ({
      id: `language-${code}`,
      label: `${shell.language}: ${name}`,
      keywords: 'language lingua',
      icon: IconLanguage,
      run: () => void setLanguage(code).catch(() => undefined),
    })),
  ]
}

function useHelp(): Action[] {
  const { palette, shell } = useTexts()
  const { actor } = useSession()
  const navigate = useNavigate()
  const pathTo = usePathTo()
  const signOut = useSignOut()
  const open = (page: string) => () => void navigate({ to: pathTo(page) })
  const operator: Action[] = [
    { id: 'accounts', label: shell.allAccounts, icon: IconUserCog, run: open('accounts') },
    { id: 'tokens', label: shell.tokens, icon: IconKey, run: open('tokens') },
  ]
  return [
    { id: 'account', label: shell.settings, keywords: palette.accountWords, icon: IconUserCog, run: open('account') },
    ...(actor.operator ? operator : []),
    { id: 'shortcuts', label: palette.shortcuts, hint: '?', icon: IconKeyboard, run: openShortcuts },
    { id: 'docs', label: shell.apiDocs, icon: IconBook2, run: () => window.open('/docs', '_blank', 'noopener') },
    { id: 'sign-out', label: shell.signOut, keywords: palette.signOutWords, icon: IconLogout, run: signOut },
  ]
}
