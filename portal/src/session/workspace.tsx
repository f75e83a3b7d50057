// The current workspace, and the permissions of the member. The API enforces the permissions. The portal only hides
// actions.
import { createContext, use } from 'react'
import type { Session } from '../../../sdk/src/api.ts'

export type WorkspaceEntry = Session['workspaces'][number]

export const CurrentWorkspace = createContext<WorkspaceEntry | undefined>(undefined)

/** Returns the workspace of the URL. */
export function useWorkspace(): WorkspaceEntry {
  const workspace = use(CurrentWorkspace)
  if (workspace === undefined) throw new Error('This page is not in a workspace.')
  return workspace
}

/**
 * `change`: may change everything except members and invitations. `govern`: may also change members and invitations.
 */
export function useMay(): { change: boolean; govern: boolean } {
  const { role } = useWorkspace()
  return { change: role !== 'viewer', govern: role === 'owner' }
}

/** Returns a function for paths in the current workspace: `pathTo('deliveries/17')`. */
export function usePathTo(): (page: string) => string {
  const { id } = useWorkspace()
  return (page) => workspacePath(id, page)
}

export function workspacePath(workspaceId: number, page = ''): string {
  return `/w/${workspaceId}${page === '' ? '' : `/${page}`}`
}
