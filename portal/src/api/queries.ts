// Hooks that use TanStack Query: `useRead` for one resource, `usePages` for a list, `useChange` for a change.
import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { problemOf, RequestFailed } from './problem.ts'
import { type Answer, type Input, type OperationId, request } from './request.ts'

export interface ReadOptions<Op extends OperationId, Data> {
  enabled?: boolean
  /** Milliseconds between reads while the page is visible. */
  every?: number | ((data: Answer<Op> | undefined) => number | false)
  select?: (answer: Answer<Op>) => Data
  /** If true, a change of the parameters keeps the previous data visible until the new data has loaded. */
  keep?: boolean
  /** If true, every mount reads the data again, even if the data is recent. */
  fresh?: boolean
}

/** Returns the cache key of a query. The operation is first, so that `renew` finds all queries of an operation. */
export const keyOf = <Op extends OperationId>(operation: Op, input?: Input<Op>) =>
  input === undefined ? [operation] : [operation, input]

export function useRead<Op extends OperationId, Data = Answer<Op>>(
  operation: Op,
  input: Input<Op>,
  { enabled = true, every, select, keep, fresh }: ReadOptions<Op, Data> = {},
): UseQueryResult<Data, Error> {
  return useQuery<Answer<Op>, Error, Data>({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) => request(operation, input, signal),
    enabled,
    ...(select === undefined ? {} : { select }),
    ...(fresh ? { refetchOnMount: 'always' as const } : {}),
    ...(keep ? { placeholderData: (before: unknown) => before as never } : {}),
    ...(every === undefined
      ? {}
      : { refetchInterval: typeof every === 'number' ? every : (query) => every(query.state.data) }),
  })
}

/** Operations that return a list in pages. */
export type ListId = {
  [Op in OperationId]: Answer<Op> extends { data: unknown[]; next_cursor: string | null } ? Op : never
}[OperationId]
export type ListRow<Op extends ListId> = Answer<Op> extends { data: (infer One)[] } ? One : never

export interface Pages<T> {
  rows: T[]
  isPending: boolean
  error: Error | null
  more: (() => void) | undefined
  isLoadingMore: boolean
  /** The time of the last row that the API scanned. Older rows may match, because a request scans only some rows. */
  searchedTo: string | undefined
  retry: () => void
}

/**
 * Minimum number of rows that fill a screen. A page of the API can contain fewer rows, although more pages follow. The
 * portal then reads the next page immediately.
 */
const FILLS_A_SCREEN = 20
const SHORT_PAGES_IN_A_ROW = 10

interface PagesOptions<Row> {
  enabled?: boolean
  /** Milliseconds between reads while only the first page is open. */
  every?: number | ((rows: Row[]) => number | false)
  /** If true, every mount reads the list again, even if the list is recent. */
  fresh?: boolean
}

/** Reads a list in pages. Also returns the whole first page as `first`, because a page can have other fields. */
export function usePages<Op extends ListId>(
  operation: Op,
  input: Input<Op>,
  { every, enabled = true, fresh }: PagesOptions<ListRow<Op>> = {},
): Pages<ListRow<Op>> & { first: Answer<Op> | undefined } {
  const query = useInfiniteQuery({
    // The key has a suffix, because `useRead` caches the same operation in another format.
    queryKey: [...keyOf(operation, input), 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(operation, { ...input, query: { ...(input as { query?: object }).query, cursor: pageParam } }, signal),
    getNextPageParam: (page) => (page as { next_cursor: string | null }).next_cursor ?? undefined,
    ...(every === undefined
      ? {}
      : {
          refetchInterval: (activeQuery: { state: { data?: { pages: Answer<Op>[] } | undefined } }) => {
            const opened = activeQuery.state.data?.pages ?? []
            if (opened.length > 1) return false
            return typeof every === 'number' ? every : every(rowsOf<Op>(opened))
          },
        }),
    ...(fresh ? { refetchOnMount: 'always' as const } : {}),
  })
  const { fetchNextPage, hasNextPage, isFetching } = query
  const rows = rowsOf<Op>(query.data?.pages ?? [])
  const opened = query.data?.pages.length ?? 0
  const isShort = rows.length < FILLS_A_SCREEN && opened < SHORT_PAGES_IN_A_ROW
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, fetchNextPage])
  return {
    rows,
    first: query.data?.pages[0] as Answer<Op> | undefined,
    isPending: query.isPending,
    error: query.data === undefined ? query.error : null,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
    searchedTo: (query.data?.pages.at(-1) as { searched_to?: string | null } | undefined)?.searched_to ?? undefined,
    retry: () => void query.refetch(),
  }
}

const rowsOf = <Op extends ListId>(pages: Answer<Op>[]): ListRow<Op>[] =>
  pages.flatMap((page) => (page as unknown as { data: ListRow<Op>[] }).data)

/** Returns a mutation. After a success, all queries of the operations in `renews` are stale. */
export function useChange<Op extends OperationId>(
  operation: Op,
  renews: OperationId[] = [],
): UseMutationResult<Answer<Op>, Error, Input<Op>> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<Op>) => request(operation, input),
    onSuccess: () => renew(client, ...renews),
  })
}

export async function renew(client: QueryClient, ...operations: OperationId[]): Promise<void> {
  await Promise.all(operations.map((operation) => client.invalidateQueries({ queryKey: [operation] })))
}

/** Returns whether a retry can help: there was no response, or the service is temporarily unavailable. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof RequestFailed)) return false
  const { status } = problemOf(error)
  return failures < 3 && (status === 0 || status === 502 || status === 503 || status === 504)
}
