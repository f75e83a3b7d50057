// The session: the signed-in account and its workspaces.
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Session } from '../../../sdk/src/api.ts'
import { keyOf } from '../api/queries.ts'
import { request } from '../api/request.ts'

export const sessionQuery = queryOptions({
  queryKey: keyOf('readSession'),
  queryFn: ({ signal }) => request('readSession', {}, signal),
  staleTime: 60_000,
})

/** Returns the session. Pages inside the frame always have a session. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (data === undefined) throw new Error('There is no session on this page.')
  return data
}

/** Stores the session that sign-in, setup and similar requests return. */
export function storeSession(client: QueryClient, session: Session): void {
  client.setQueryData(sessionQuery.queryKey, session)
}
