// The objects that the server finds for the text in the palette: templates, recipients, sources and workspaces.
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuilding, IconPlug, IconTemplate, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { usePathTo, useWorkspace, workspacePath } from '../../session/workspace.tsx'
import type { Command } from './command.ts'

const TYPING_PAUSE_MS = 250
/** The most results of one kind. */
const MOST = 5
/** The most characters of a search. */
const LONGEST = 255

export interface Found {
  commands: Command[]
  isSearching: boolean
}

export function useFound(typed: string): Found {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const pathTo = usePathTo()
  const text = typed.trim().slice(0, LONGEST)
  const [q] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const input = { path: { ws }, query: { q, limit: MOST } }
  const enabled = q !== ''
  const templates = useRead('listTemplateSummaries', input, { enabled })
  const recipients = useRead('listRecipients', input, { enabled })
  const sources = useRead('listSources', input, { enabled })
  const workspaces = useRead('listWorkspaces', { query: { q, limit: MOST } }, { enabled })
  const open = (to: string) => () => void navigate({ to })
  const commands: Command[] = [
    ...(templates.data?.data ?? []).map(({ name, slug }) => ({
      id: `template-${slug}`,
      group: 'templates' as const,
      label: name,
      hint: slug,
      icon: IconTemplate,
      run: open(pathTo(`templates/${encodeURIComponent(slug)}`)),
    })),
    ...(recipients.data?.data ?? []).map(({ id, name, email, phone, whatsapp_phone }) => ({
      id: `recipient-${id}`,
      group: 'recipients' as const,
      label: name ?? email ?? `${id}`,
      hint: email ?? phone ?? whatsapp_phone ?? '',
      icon: IconUser,
      run: open(pathTo(`recipients/${id}`)),
    })),
    ...(sources.data?.data ?? []).map(({ id, name }) => ({
      id: `source-${id}`,
      group: 'sources' as const,
      label: name,
      icon: IconPlug,
      run: open(pathTo(`sources/${id}`)),
    })),
    ...(workspaces.data?.data ?? []).map(({ id, name }) => ({
      id: `workspace-${id}`,
      group: 'workspaces' as const,
      label: name,
      icon: IconBuilding,
      run: open(workspacePath(id)),
    })),
  ]
  const isSearching =
    text !== '' && (q !== text || [templates, recipients, sources, workspaces].some(({ isFetching }) => isFetching))
  return { commands: enabled ? commands : [], isSearching }
}
