// The states of loaded data: loading, empty, failed and complete.
import { Alert, Box, Button, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { type Icon, IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Problem, problemOf } from '../api/problem.ts'
import type { Pages } from '../api/queries.ts'
import { type Texts, useTexts } from '../texts/texts.tsx'
import { fieldLabel } from './forms/field-label.ts'
import { placedFields } from './forms/form-problems.ts'
import { TextWithTimes } from './text-with-times.tsx'
import { Moment } from './time.tsx'

/** Placeholder lines that are shown while data loads. Screen readers announce them. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const { common } = useTexts()
  return (
    <Stack gap="sm" role="status" aria-label={common.loading}>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that never change places
        <Skeleton key={at} height={18} width={`${96 - ((at * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}

interface EmptyProps {
  icon: Icon
  title: string
  /** An explanation of the list, and the next step. */
  children?: ReactNode
  action?: ReactNode
}

export function Empty({ icon: Picture, title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={44} radius="xl" variant="light">
        <Picture size={22} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Title order={2} mt="xs">
        {title}
      </Title>
      {children !== undefined && (
        <Box c="dimmed" fz="sm" maw={460}>
          {children}
        </Box>
      )}
      {action !== undefined && <Box mt="sm">{action}</Box>}
    </Stack>
  )
}

/**
 * Shows a problem and the next step. Does not repeat messages that the form already shows at its fields. Lists the
 * messages of other fields with the labels of the portal.
 */
export function ProblemNotice({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const texts = useTexts()
  const problem = problemOf(error)
  const placed = placedFields(error)
  const others = Object.entries(problem.details).filter(([field]) => !placed.has(field))
  const isListed = others.length + placed.size > 1
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? (problem.code === 'not_found' ? texts.problems.missing : texts.problems.title)}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="wrap-anywhere">
          {placed.size > 0 ? (
            texts.problems.highlighted
          ) : isListed ? (
            texts.problems.fields
          ) : (
            <TextWithTimes text={sentenceOf(problem, texts)} />
          )}
        </Text>
        {isListed && others.length > 0 && (
          <Box component="ul" my={0} pl="md" fz="sm" className="wrap-anywhere">
            {others.map(([field, messages]) => (
              <li key={field}>
                {fieldLabel(field, texts)}: <TextWithTimes text={messages.join('; ')} />
              </li>
            ))}
          </Box>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.common.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Returns the text of a problem: the message of the API with field labels of the portal, or a text of the portal. */
export function sentenceOf(problem: Problem, texts: Texts): string {
  const { problems } = texts
  switch (problem.code) {
    case 'validation_failed':
      return (
        Object.entries(problem.details)
          .map(([field, messages]) => `${fieldLabel(field, texts)}: ${messages.join('; ')}`)
          .join('. ') || problem.message
      )
    case 'unreachable':
      return problems.unreachable
    case 'unreadable':
      return problems.unreadable(problem.status)
    case 'unavailable':
      return problems.unavailable
    case 'forbidden':
      return problem.message || problems.forbidden
    default:
      return [problem.message, problem.retryAfter === undefined ? '' : problems.retryAfter(problem.retryAfter)]
        .filter(Boolean)
        .join(' ')
  }
}

/** Shows a query: placeholder lines while it loads, and then its data or its problem. A missing object has no retry. */
export function QueryResult<T>({
  query,
  lines,
  children,
}: {
  query: UseQueryResult<T, Error>
  lines?: number
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error && problemOf(query.error).code === 'not_found') return <ProblemNotice error={query.error} />
  if (query.error) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
  return <Loading {...(lines === undefined ? {} : { lines })} />
}

/** Shows a list in pages: placeholder lines, the problem, `empty`, or the rows with a button that loads more rows. */
export function ShownPages<T>({
  pages,
  empty,
  children,
}: {
  pages: Pages<T>
  empty: ReactNode
  children: (rows: T[]) => ReactNode
}) {
  const { common } = useTexts()
  if (pages.error) return <ProblemNotice error={pages.error} onRetry={pages.retry} />
  if (pages.isPending) return <Loading lines={8} />
  if (pages.rows.length === 0 && pages.isLoadingMore) return <Loading lines={8} />
  if (pages.rows.length === 0 && pages.more === undefined) return empty
  return (
    <Stack gap="md">
      {pages.rows.length > 0 && children(pages.rows)}
      {pages.more && pages.searchedTo !== undefined && (
        <Text size="sm" c="dimmed" ta="center">
          {common.searchedBackTo} <Moment at={pages.searchedTo} />
        </Text>
      )}
      {pages.more && (
        <Button variant="default" onClick={pages.more} loading={pages.isLoadingMore} style={{ alignSelf: 'center' }}>
          {common.more}
        </Button>
      )}
    </Stack>
  )
}
