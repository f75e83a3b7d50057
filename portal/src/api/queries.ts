// Reading and changing through TanStack Query: one hook to read, one for pages of a list, one to change.
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
  /** Shows what was there before while other parameters load. */
  keep?: boolean
  /** Asks anew whenever it is shown, also what was asked for a moment ago. */
  fresh?: boolean
}

/** What a query is kept under; `renew(client, 'listSources')` makes every reading of an operation stale. */
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

/** Operations that answer pages of a list. */
export type ListId = {
  [Op in OperationId]: Answer<Op> extends { data: unknown[]; next_cursor: string | null } ? Op : never
}[OperationId]
export type ListRow<Op extends ListId> = Answer<Op> extends { data: (infer One)[] } ? One : never

export interface Pages<T> {
  rows: T[]
  /** Undefined until the first page is there. */
  isPending: boolean
  error: Error | null
  more: (() => void) | undefined
  isLoadingMore: boolean
  /** A rare filter looks at a bounded number of rows at once: down to when they were looked through. */
  searchedTo: string | undefined
  retry: () => void
}

/** A page may be short although there is more: then the next is read at once, until a screen is full or it gets long. */
const FILLS_A_SCREEN = 20
const SHORT_PAGES_IN_A_ROW = 10

/**
 * A list in pages, the cursor carried along; `every`: milliseconds between looks while only the first page is open.
 * `first`: the first page whole, for what a list says beside its rows.
 */
export function usePages<Op extends ListId>(
  operation: Op,
  input: Input<Op>,
  { every, enabled = true }: { every?: number; enabled?: boolean } = {},
): Pages<ListRow<Op>> & { first: Answer<Op> | undefined } {
  const query = useInfiniteQuery({
    // Beside what useRead keeps of the same operation, which has another form.
    queryKey: [...keyOf(operation, input), 'pages'],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request(operation, { ...input, query: { ...(input as { query?: object }).query, cursor: pageParam } }, signal),
    getNextPageParam: (page) => (page as { next_cursor: string | null }).next_cursor ?? undefined,
    ...(every === undefined
      ? {}
      : {
          refetchInterval: (activeQuery: { state: { data?: { pages: unknown[] } | undefined } }) =>
            (activeQuery.state.data?.pages.length ?? 0) > 1 ? false : every,
        }),
  })
  const { fetchNextPage, hasNextPage, isFetching } = query
  const rows = (query.data?.pages ?? []).flatMap((page) => (page as unknown as { data: ListRow<Op>[] }).data)
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

/** A change; afterwards every reading of the named operations is stale. */
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

/** Asks again where that can help: nobody answered, or the service said it can't just now. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof RequestFailed)) return false
  const { status } = problemOf(error)
  return failures < 3 && (status === 0 || status === 502 || status === 503 || status === 504)
}
