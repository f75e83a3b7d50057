// Who is signed in, and to which workspaces.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Session } from '../../../sdk/src/api.ts'
import { keyOf } from '../api/queries.ts'
import { request } from '../api/request.ts'

export const sessionQuery = queryOptions({
  queryKey: keyOf('readSession'),
  queryFn: ({ signal }) => request('readSession', {}, signal),
  staleTime: 60_000,
})

/** The session; pages inside the shell always have one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (data === undefined) throw new Error('There is no session on this page.')
  return data
}

/** Called with what signing in, set-up and the like answer. */
export function storeSession(client: QueryClient, session: Session): void {
  client.setQueryData(sessionQuery.queryKey, session)
}
