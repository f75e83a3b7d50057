// The charts of the period: messages by status, and the time to send. The chart library is loaded with this file.
import { BarChart, LineChart } from '@mantine/charts'
import { SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { useNumbers } from '../../../texts/numbers.ts'
import { useTexts } from '../../../texts/texts.tsx'
import { BucketTable } from './bucket-table.tsx'
import { ChartCard } from './chart-card.tsx'
import { delayTicks } from './delay-ticks.ts'
import { useFormats } from './formats.ts'
import type { ListLink } from './period.ts'
import '@mantine/charts/styles.css'
import './figures.css'

const HEIGHT = 220
const AXIS = { minTickGap: 28, interval: 'preserveStart' } as const
const NO_ANIMATION = { isAnimationActive: false }

interface ChartsProps {
  figures: Figures
  link: ListLink
}

export default function Charts(props: ChartsProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <OutcomeChart {...props} />
      <DelayChart {...props} />
    </SimpleGrid>
  )
}

function OutcomeChart({ figures, link }: ChartsProps) {
  const { figures: texts } = useTexts()
  const numbers = useNumbers()
  const { bucket } = useFormats(figures)
  const navigate = useNavigate()
  const { sent, failed } = figures.total
  const series = [
    { name: 'sent', label: texts.sent, color: 'verdigris.5' },
    { name: 'failed', label: texts.failed, color: 'red.6' },
    { name: 'pending', label: texts.pending, color: 'yellow.5' },
    { name: 'cancelled', label: texts.cancelled, color: 'gray.5' },
  ] as const
  const shown = series.filter(({ name }) => name === 'sent' || name === 'failed' || figures.total[name] > 0)
  const data = figures.buckets.map((one) => ({ ...one, name: bucket(one.from) }))
  const open = (index: number) => {
    const at = figures.buckets[index]
    if (at) void navigate(link({ from: at.from, to: at.to }))
  }
  return (
    <ChartCard
      title={texts.outcomes}
      text={texts.outcomesText}
      summary={texts.summary(sent, failed)}
      legend={shown.map(({ name, label, color }) => ({ color, text: `${label} ${numbers(figures.total[name])}` }))}
      table={
        <BucketTable
          title={texts.outcomes}
          figures={figures}
          link={link}
          columns={series.map(({ name, label }) => ({ title: label, cell: (row) => numbers(row[name]) }))}
        />
      }
    >
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="name"
        type="stacked"
        series={[...shown]}
        maxBarWidth={36}
        minBarSize={0}
        valueFormatter={numbers}
        xAxisProps={AXIS}
        yAxisProps={{ width: 44, allowDecimals: false }}
        tooltipAnimationDuration={0}
        barProps={(one) => ({
          ...NO_ANIMATION,
          cursor: 'pointer',
          // One failed message among thousands must stay visible.
          minPointSize: (value) => (one.name === 'failed' && Number(value) > 0 ? 2 : 0),
          onClick: (_bar, index) => open(index),
        })}
      />
    </ChartCard>
  )
}

function DelayChart({ figures, link }: ChartsProps) {
  const { figures: texts } = useTexts()
  const { bucket, duration } = useFormats(figures)
  const { p50_ms, p95_ms } = figures.total
  const shown = (value: number | null) => (value === null ? '–' : duration(value))
  const series = [
    { name: 'p50_ms', label: texts.median, color: 'verdigris.5' },
    { name: 'p95_ms', label: texts.slowest, color: 'orange.6' },
  ] as const
  const data = figures.buckets.map((one) => ({ ...one, name: bucket(one.from) }))
  const ticks = delayTicks(Math.max(...figures.buckets.map(({ p50_ms, p95_ms }) => p95_ms ?? p50_ms ?? 0)))
  return (
    <ChartCard
      title={texts.timeToSend}
      text={texts.timeToSendText}
      summary={`${texts.median} ${shown(p50_ms)}, ${texts.slowest} ${shown(p95_ms)}`}
      legend={series.map(({ name, label, color }) => ({ color, text: `${label} ${shown(figures.total[name])}` }))}
      table={
        <BucketTable
          title={texts.timeToSend}
          figures={figures}
          link={(search) => link({ status: 'sent,delivered,read', ...search })}
          columns={series.map(({ name, label }) => ({ title: label, cell: (row) => shown(row[name]) }))}
        />
      }
    >
      <LineChart
        h={HEIGHT}
        data={data}
        dataKey="name"
        series={[...series]}
        curveType="linear"
        connectNulls={false}
        strokeWidth={2}
        dotProps={{ r: 2 }}
        valueFormatter={duration}
        xAxisProps={AXIS}
        yAxisProps={{ width: 60, ticks, domain: [0, ticks.at(-1) ?? 0] }}
        tooltipAnimationDuration={0}
        lineProps={NO_ANIMATION}
      />
    </ChartCard>
  )
}
