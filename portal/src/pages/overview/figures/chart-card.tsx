// A chart with its title and legend. A button shows a table with the same numbers in place of the chart.
import { Box, Button, Card, Group, Text, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type PropsWithChildren, type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../../texts/texts.tsx'

interface ChartCardProps {
  title: string
  text: string
  /** The whole chart in one sentence, for screen readers. */
  summary: string
  legend: { color: string; text: string }[]
  table: ReactNode
}

export function ChartCard({ title, text, summary, legend, table, children }: PropsWithChildren<ChartCardProps>) {
  const { figures } = useTexts()
  const [isTable, setTable] = useState(false)
  const helpId = useId()
  const Picture = isTable ? IconChartBar : IconTable
  return (
    <Card padding="md">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2}>{title}</Title>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<Picture size={14} aria-hidden />}
          onClick={() => setTable(!isTable)}
          style={{ flex: 'none' }}
        >
          {isTable ? figures.asChart : figures.asTable}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {text}
      </Text>
      <Group gap="md" mt={4} mb="sm">
        {legend.map(({ color, text: name }) => (
          <Legend key={name} color={color} name={name} />
        ))}
      </Group>
      {isTable ? (
        table
      ) : (
        <Box component="figure" m={0} aria-label={`${title}: ${summary}`} aria-describedby={helpId}>
          {children}
          <span id={helpId} className="unseen">
            {figures.chartHelp}
          </span>
        </Box>
      )}
    </Card>
  )
}

function Legend({ color, name }: { color: string; name: string }) {
  const background = `var(--mantine-color-${color.replace('.', '-')})`
  return (
    <Group gap={6} wrap="nowrap">
      <span aria-hidden style={{ width: 9, height: 9, borderRadius: 3, background, flex: 'none' }} />
      <Text size="xs" c="dimmed" className="numbers">
        {name}
      </Text>
    </Group>
  )
}
