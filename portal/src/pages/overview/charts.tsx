// The charts of the last 30 days and of the last hour.
import { Card, Group, Text, Title } from '@mantine/core'
import type { Overview } from '../../../../sdk/src/api.ts'
import { type Bar, BarChart } from '../../parts/bar-chart.tsx'
import { useNumbers } from '../../texts/numbers.ts'
import { useLocale, useTexts } from '../../texts/texts.tsx'

export function DaysChart({ days }: { days: Overview['days'] }) {
  const { overview } = useTexts()
  const name = useLocale()
  // Days are in UTC, like the days of the quota.
  const format = new Intl.DateTimeFormat(name, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <ChartCard
      title={overview.days}
      points={days.map(({ day, sent, failed }) => ({ at: day, name: format.format(new Date(day)), sent, failed }))}
    />
  )
}

export function HourChart({ minutes }: { minutes: Overview['last_hour'] }) {
  const { overview } = useTexts()
  const name = useLocale()
  // Use relative times. Clock times would be in the time zone of the member, but the days are in UTC.
  const format = new Intl.RelativeTimeFormat(name, { numeric: 'auto' })
  return (
    <ChartCard
      title={overview.minutes}
      points={minutes.map(({ at, sent, failed }, index) => ({
        at,
        name: format.format(index + 1 - minutes.length, 'minute'),
        sent,
        failed,
      }))}
    />
  )
}

interface Point {
  at: string
  name: string
  sent: number
  failed: number
}

function ChartCard({ title, points }: { title: string; points: Point[] }) {
  const { overview } = useTexts()
  const numbers = useNumbers()
  const sent = points.reduce((sum, point) => sum + point.sent, 0)
  const failed = points.reduce((sum, point) => sum + point.failed, 0)
  const bars: Bar[] = points.map((point) => ({
    key: point.at,
    sent: point.sent,
    failed: point.failed,
    label: overview.chartText(point.name, point.sent, point.failed),
  }))
  return (
    <Card>
      <Group justify="space-between" mb="md" gap="xs">
        <Title order={2}>{title}</Title>
        <Group gap="md">
          <Legend color="verdigris-5" name={overview.sent} value={numbers(sent)} />
          <Legend color="red-6" name={overview.failed} value={numbers(failed)} />
        </Group>
      </Group>
      {sent + failed === 0 ? (
        <Text size="sm" c="dimmed" py={44} ta="center">
          {overview.nothingYet}
        </Text>
      ) : (
        <BarChart
          bars={bars}
          summary={overview.chartText(title, sent, failed)}
          from={points[0]?.name ?? ''}
          to={points.at(-1)?.name ?? ''}
        />
      )}
    </Card>
  )
}

function Legend({ color, name, value }: { color: string; name: string; value: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <span
        aria-hidden
        style={{ width: 9, height: 9, borderRadius: 3, background: `var(--mantine-color-${color})`, flex: 'none' }}
      />
      <Text size="xs" c="dimmed" className="numbers">
        {name} {value}
      </Text>
    </Group>
  )
}
