// The last step of setup, invitations and password reset: signs in and opens the first page.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Session } from '../../../sdk/src/api.ts'
import { storeSession } from './session.ts'
import { workspacePath } from './workspace.tsx'

/** Returns the token in the URL of the page. */
export function useLinkToken(): string | undefined {
  const { token }: { token?: string } = useSearch({ strict: false })
  return token
}

/** Stores the session, and opens the given workspace or the first workspace of the session. */
export function useEnter(): (session: Session, workspaceId?: number) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (session, workspaceId) => {
    storeSession(client, session)
    void navigate({ to: workspaceId === undefined ? '/' : workspacePath(workspaceId), replace: true })
  }
}
