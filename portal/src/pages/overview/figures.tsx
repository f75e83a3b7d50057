// The numbers at the top of the overview: quota, credits, last hour and health.
import { Card, Group, Progress, SimpleGrid, Text } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Overview } from '../../../../sdk/src/api.ts'
import { useNumbers } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'

/** Percentage from which a quota is shown as nearly used up. */
const NEARLY = 80

export function Figures({ overview }: { overview: Overview }) {
  const { overview: texts } = useTexts()
  const numbers = useNumbers()
  const { usage, credits, last_hour } = overview
  const sum = (name: 'sent' | 'delivered' | 'failed') => last_hour.reduce((total, minute) => total + minute[name], 0)
  return (
    <section aria-label={texts.figures}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: usage.whatsapp.limit === null ? 4 : 5 }} spacing="md">
        <Quota title={texts.messages} {...usage.messages} />
        {usage.whatsapp.limit !== null && <Quota title={texts.whatsapp} {...usage.whatsapp} />}
        <Figure title={texts.credits} value={numbers(credits)} text={texts.creditsText} />
        <Figure
          title={texts.lastHour}
          value={texts.sentCount(sum('sent'))}
          text={texts.lastHourText(sum('delivered'), sum('failed'))}
        />
        <Health health={overview.health} conditions={overview.conditions} failed={sum('failed')} />
      </SimpleGrid>
    </section>
  )
}

function Quota({ title, used, limit }: { title: string; used: number; limit: number | null }) {
  const { overview: texts } = useTexts()
  const numbers = useNumbers()
  const percent = limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
  return (
    <Figure
      title={title}
      value={numbers(used)}
      unit={limit === null ? undefined : texts.ofLimit(numbers(limit))}
      text={limit === null ? texts.unlimited : texts.remaining(Math.max(0, limit - used))}
    >
      {limit !== null && (
        <Progress
          value={percent}
          size={5}
          mt={8}
          color={percent >= 100 ? 'red' : percent >= NEARLY ? 'yellow' : 'verdigris'}
          aria-label={title}
        />
      )}
    </Figure>
  )
}

interface HealthProps extends Pick<Overview, 'health' | 'conditions'> {
  /** Failed messages in the last hour. */
  failed: number
}

/**
 * Shows “No problems” only if no problem condition is active and no message failed in the last hour. The length of the
 * queue is the number of messages of all workspaces in the installation, without the messages of paused connections.
 */
function Health({ health, conditions, failed }: HealthProps) {
  const { overview: texts } = useTexts()
  const well = conditions.length === 0 && failed === 0
  // The length of the queue does not include messages of paused connections. It is hidden next to “Discord is paused”,
  // because it would be misleading.
  const isPaused = conditions.some(({ kind }) => kind === 'connection_paused')
  const color = well ? 'verdigris' : conditions.some(({ severity }) => severity === 'error') ? 'red' : 'yellow'
  const problems = conditions.length > 0 ? texts.problems(conditions.length) : texts.failures(failed)
  const queue = isPaused ? undefined : texts.queue(health.queue_depth)
  const Sign = well ? IconCircleCheck : IconExclamationCircle
  return (
    <Figure
      title={texts.health}
      value={
        <Group gap={6} wrap="nowrap" component="span">
          <Sign size={20} aria-hidden color={`var(--mantine-color-${color}-6)`} />
          {well ? texts.healthy : problems}
        </Group>
      }
      text={conditions.length === 0 && failed > 0 ? texts.inLastHour : queue}
    />
  )
}

interface FigureProps {
  title: string
  value: ReactNode
  unit?: string | undefined
  text?: string | undefined
  children?: ReactNode
}

function Figure({ title, value, unit, text, children }: FigureProps) {
  return (
    <Card padding="md">
      <Text size="xs" c="dimmed" fw={550}>
        {title}
      </Text>
      <Text mt={6} className="figure" component="div">
        {value}
        {unit !== undefined && (
          <Text span size="xs" c="dimmed" fw={450} ml={6} style={{ whiteSpace: 'nowrap' }}>
            {unit}
          </Text>
        )}
      </Text>
      {text !== undefined && (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
      {children}
    </Card>
  )
}
