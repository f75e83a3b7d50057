// The roles of a workspace, from the most permissions to the fewest.
import type { WorkspaceEntry } from '../../session/workspace.tsx'

export type Role = WorkspaceEntry['role']

export const roles: Role[] = ['owner', 'admin', 'viewer']

export function isRole(text: string | undefined): text is Role {
  return roles.some((role) => role === text)
}
