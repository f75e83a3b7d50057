// The attempts to deliver an event or callback: time, response, duration and, after a failure, the reason.
import { Badge, Card, Code, Group, Text } from '@mantine/core'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

export interface OutgoingAttempt {
  attempt: number
  started_at: string
  received: boolean
  status: number | null
  latency_ms: number
  reason: string | null
  excerpt: string | null
}

export function Attempts({ attempts }: { attempts: OutgoingAttempt[] }) {
  const { webhooks } = useTexts()
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {webhooks.noAttempts}
      </Text>
    )
  }
  return (
    <PlainList ordered>
      {attempts.map((attempt) => (
        <AttemptCard key={`${attempt.attempt} ${attempt.started_at}`} attempt={attempt} />
      ))}
    </PlainList>
  )
}

/** `title` is the name of the event. It is set in lists with attempts of several events. */
export function AttemptCard({ attempt, title }: { attempt: OutgoingAttempt; title?: string }) {
  const { webhooks } = useTexts()
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge color={attempt.received ? 'green' : 'red'}>
            {attempt.received ? webhooks.statuses.received : webhooks.notReceived}
          </Badge>
          {title !== undefined && (
            <Text size="sm" fw={560}>
              {title}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {webhooks.attempt(attempt.attempt)} · {attempt.status ?? webhooks.noAnswer} ·{' '}
            {webhooks.took(attempt.latency_ms)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          <Time at={attempt.started_at} />
        </Text>
      </Group>
      {attempt.reason !== null && (
        <Text size="sm" mt={6} className="wrap-anywhere sentence">
          <ServerSentence text={attempt.reason} />
        </Text>
      )}
      {attempt.excerpt !== null && attempt.excerpt !== '' && (
        <Code block mt={6} fz="xs" className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
          {attempt.excerpt}
        </Code>
      )}
    </Card>
  )
}
