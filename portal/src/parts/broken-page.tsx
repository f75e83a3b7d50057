// The error page, for crashes, outdated chunks and unknown URLs.
import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { problemOf, RequestFailed } from '../api/problem.ts'
import { useTexts } from '../texts/texts.tsx'
import { sentenceOf } from './states.tsx'

export function BrokenPage({ error, reset }: { error: unknown; reset?: () => void }) {
  const texts = useTexts()
  const { problems, common } = texts
  const reload = () => location.reload()
  if (isMissingCode(error)) {
    return (
      <Said title={problems.missingPart} text={problems.missingPartText}>
        <Button onClick={reload}>{problems.reload}</Button>
      </Said>
    )
  }
  if (error instanceof RequestFailed) {
    return (
      <Said title={problems.title} text={sentenceOf(error.problem, texts)}>
        <Button onClick={reset ?? reload}>{common.retry}</Button>
      </Said>
    )
  }
  return (
    <Said title={problems.pageError} text={problems.pageErrorText}>
      <Code block fz="xs" w="100%">
        {problemOf(error).message}
      </Code>
      <Button onClick={reload}>{problems.reload}</Button>
    </Said>
  )
}

export function MissingPage() {
  const { problems } = useTexts()
  return (
    <Said title={problems.notFound} text={problems.notFoundText}>
      <Button component={Link} to="/">
        {problems.toOverview}
      </Button>
    </Said>
  )
}

function Said({ title, text, children }: React.PropsWithChildren<{ title: string; text: string }>) {
  return (
    <Stack align="flex-start" gap="sm" maw={560} mx="auto" className="broken-page" role="alert">
      <Title order={1}>{title}</Title>
      <Text c="dimmed" size="sm" className="wrap-anywhere">
        {text}
      </Text>
      <Group mt="xs">{children}</Group>
    </Stack>
  )
}

/** True if the browser could not import a chunk: the service was updated, or the connection was lost. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|module script failed|unable to preload css/i.test(error.message)
  )
}
