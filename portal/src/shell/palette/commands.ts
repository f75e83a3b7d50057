// All commands of the palette for the typed text, in the order of their groups.
import { IconSend } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { pages } from '../../pages/pages.ts'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { useActions } from './actions.ts'
import { type Command, type CommandGroup, matching } from './command.ts'
import { type Found, useFound } from './found.ts'

const ORDER: CommandGroup[] = ['deliveries', 'pages', 'actions', 'templates', 'recipients', 'sources', 'workspaces']

export function useCommands(typed: string): Found {
  const { palette } = useTexts()
  const navigate = useNavigate()
  const pathTo = usePathTo()
  const own = [...usePages(), ...useActions()]
  const found = useFound(typed)
  const number = /^#?(\d{1,15})$/.exec(typed.trim())?.[1]
  const delivery: Command[] =
    number === undefined
      ? []
      : [
          {
            id: 'delivery',
            group: 'deliveries',
            label: palette.delivery(number),
            icon: IconSend,
            run: () => void navigate({ to: pathTo(`deliveries/${number}`) }),
          },
        ]
  const all = [...delivery, ...matching(own, typed), ...found.commands]
  const commands = ORDER.flatMap((group) => all.filter((command) => command.group === group))
  return { commands, isSearching: found.isSearching }
}

function usePages(): Command[] {
  const texts = useTexts()
  const navigate = useNavigate()
  const pathTo = usePathTo()
  return pages.flatMap(({ path, nav, palette: unlisted }) => {
    const entry = nav ?? unlisted
    if (entry === undefined) return []
    const { title, icon } = entry
    const hint = nav === undefined ? {} : { hint: `g ${nav.key}` }
    const run = () => void navigate({ to: pathTo(path) })
    return [{ id: `page-${path}`, group: 'pages' as const, label: title(texts), ...hint, icon, run }]
  })
}
