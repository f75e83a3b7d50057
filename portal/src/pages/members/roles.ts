// The roles of a workspace, from most to least.
import type { WorkspaceEntry } from '../../session/workspace.tsx'

export type Role = WorkspaceEntry['role']

export const roles: Role[] = ['owner', 'admin', 'viewer']
