// The attempts to deliver an event or callback: time, response, duration, request headers and, after a failure, the reason.
import { Badge, Card, Code, Group, Text } from '@mantine/core'
import type { EventAttempt } from '../../../../sdk/src/api.ts'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { Clock } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { SentRequest } from './sent-request.tsx'

export type OutgoingAttempt = Pick<
  EventAttempt,
  'attempt' | 'started_at' | 'received' | 'status' | 'latency_ms' | 'reason' | 'excerpt'
> & { request?: EventAttempt['request'] }

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

interface AttemptCardProps {
  attempt: OutgoingAttempt
  /** The name of the event. It is set in lists with attempts of several events. */
  title?: string
  /** The page of the event. */
  to?: string
  isTest?: boolean
}

export function AttemptCard({ attempt, title, to, isTest = false }: AttemptCardProps) {
  const { common, webhooks } = useTexts()
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge color={attempt.received ? 'green' : 'red'}>
            {attempt.received ? webhooks.statuses.received : webhooks.notReceived}
          </Badge>
          {title !== undefined && (
            <Text size="sm" fw={560} component="span">
              {to === undefined ? title : <RowLink to={to}>{title}</RowLink>}
            </Text>
          )}
          {isTest && <Badge color="yellow">{common.test}</Badge>}
          <Text size="sm" c="dimmed">
            {webhooks.attempt(attempt.attempt)} · {attempt.status ?? webhooks.noAnswer} ·{' '}
            {webhooks.took(attempt.latency_ms)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          <Clock at={attempt.started_at} />
        </Text>
      </Group>
      {attempt.reason !== null && (
        <Text size="sm" mt={6} className="wrap-anywhere sentence">
          <ServerSentence text={attempt.reason} />
        </Text>
      )}
      {attempt.request !== undefined && <SentRequest request={attempt.request} />}
      {attempt.excerpt !== null && attempt.excerpt !== '' && (
        <>
          <Text size="sm" c="dimmed" mt={6}>
            {webhooks.response}
          </Text>
          <Code block mt={4} fz="xs" className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
            {attempt.excerpt}
          </Code>
        </>
      )}
    </Card>
  )
}
