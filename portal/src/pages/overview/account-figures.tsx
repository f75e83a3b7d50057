// The numbers of the plan and of the service: quota, credits, last hour and health.
import { Group, Progress, SimpleGrid, Title } from '@mantine/core'
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import type { Overview } from '../../../../sdk/src/api.ts'
import { usePathTo } from '../../session/workspace.tsx'
import { useNumbers } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'
import { type Target, Tile, TileParts } from './tile.tsx'

/** Percentage from which a quota is shown as nearly used up. */
const NEARLY = 80

/** Returns a function for links to the list of deliveries with these parameters. */
function useListTarget() {
  const pathTo = usePathTo()
  return (search: Record<string, string>): Target => ({ to: pathTo('deliveries'), search: search as never })
}

export function AccountFigures({ overview }: { overview: Overview }) {
  const { overview: texts, figures } = useTexts()
  const numbers = useNumbers()
  const pathTo = usePathTo()
  const listOf = useListTarget()
  const { usage, credits } = overview
  const month = { from: `${usage.period_start}T00:00:00Z` }
  return (
    <section aria-label={texts.figures}>
      <Title order={2} mb="xs">
        {figures.account}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: usage.whatsapp.limit === null ? 4 : 5 }} spacing="md">
        <Quota title={texts.messages} target={listOf(month)} {...usage.messages} />
        {usage.whatsapp.limit !== null && (
          <Quota title={texts.whatsapp} target={listOf({ ...month, channel: 'whatsapp' })} {...usage.whatsapp} />
        )}
        <Tile title={texts.credits} value={numbers(credits)} text={texts.creditsText} target={{ to: pathTo('plan') }} />
        <LastHour minutes={overview.last_hour} />
        <Health overview={overview} />
      </SimpleGrid>
    </section>
  )
}

interface QuotaProps {
  title: string
  target: Target
  used: number
  limit: number | null
}

function Quota({ title, target, used, limit }: QuotaProps) {
  const { overview: texts } = useTexts()
  const numbers = useNumbers()
  const percent = limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
  return (
    <Tile
      title={title}
      value={numbers(used)}
      unit={limit === null ? undefined : texts.ofLimit(numbers(limit))}
      text={limit === null ? texts.unlimited : texts.remaining(Math.max(0, limit - used))}
      target={target}
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
    </Tile>
  )
}

type Minutes = Overview['last_hour']

const sumOf = (minutes: Minutes, name: 'sent' | 'delivered' | 'failed') =>
  minutes.reduce((total, minute) => total + minute[name], 0)

/** Results of the last hour, also of messages that were accepted earlier. */
function LastHour({ minutes }: { minutes: Minutes }) {
  const { overview: texts } = useTexts()
  const listOf = useListTarget()
  const hour = (status: string) => listOf({ period: 'hour', status })
  const [delivered, failed] = [sumOf(minutes, 'delivered'), sumOf(minutes, 'failed')]
  const parts = [
    { text: texts.deliveredCount(delivered), target: delivered > 0 ? hour('delivered,read') : undefined },
    { text: texts.failedCount(failed), target: failed > 0 ? hour('failed') : undefined },
  ]
  return (
    <Tile
      title={texts.lastHour}
      value={texts.sentCount(sumOf(minutes, 'sent'))}
      target={hour('sent,delivered,read')}
      text={<TileParts parts={parts} />}
    />
  )
}

/**
 * Shows “No problems” only if no problem condition is active and no message failed in the last hour. The length of the
 * queue is the number of messages of all workspaces in the installation, without the messages of paused connections.
 */
function Health({ overview: { health, conditions, last_hour } }: { overview: Overview }) {
  const { overview: texts } = useTexts()
  const listOf = useListTarget()
  const failed = sumOf(last_hour, 'failed')
  const well = conditions.length === 0 && failed === 0
  // The length of the queue does not include messages of paused connections. It is hidden next to “Discord is paused”,
  // because it would be misleading.
  const isPaused = conditions.some(({ kind }) => kind === 'connection_paused')
  const color = well ? 'verdigris' : conditions.some(({ severity }) => severity === 'error') ? 'red' : 'yellow'
  const problems = conditions.length > 0 ? texts.problems(conditions.length) : texts.failures(failed)
  const queue = isPaused ? undefined : texts.queue(health.queue_depth)
  const Sign = well ? IconCircleCheck : IconExclamationCircle
  const [problem] = conditions
  const target = problem ? { to: problem.link } : failed > 0 ? listOf({ period: 'hour', status: 'failed' }) : undefined
  return (
    <Tile
      title={texts.health}
      value={
        <Group gap={6} wrap="nowrap" component="span">
          <Sign size={20} aria-hidden color={`var(--mantine-color-${color}-6)`} />
          {well ? texts.healthy : problems}
        </Group>
      }
      text={conditions.length === 0 && failed > 0 ? texts.inLastHour : queue}
      target={target}
    />
  )
}
