// What set-up, invitations and a new password have in common: each ends signed in, at the first page.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Session } from '../../../sdk/src/api.ts'
import { storeSession } from './session.ts'
import { workspacePath } from './workspace.tsx'

/** The secret part of the link that was opened. */
export function useLinkToken(): string | undefined {
  const { token }: { token?: string } = useSearch({ strict: false })
  return token
}

/** Keeps the session and goes on: to the workspace, or to the first there is. */
export function useEnter(): (session: Session, workspaceId?: number) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (session, workspaceId) => {
    storeSession(client, session)
    void navigate({ to: workspaceId === undefined ? '/' : workspacePath(workspaceId), replace: true })
  }
}
