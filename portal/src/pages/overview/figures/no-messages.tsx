// Shown in place of the charts if the period has no messages. Explains what the page will show.
import { Button, Card, Group } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../../parts/states.tsx'
import { usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { ChosenFigures } from './period.ts'

export default function NoMessages({ chosen }: { chosen: ChosenFigures }) {
  const { figures } = useTexts()
  const pathTo = usePathTo()
  const { filters, period, change } = chosen
  const isNarrow = period !== 'month' || filters.source !== undefined || filters.channel !== undefined
  const widen = () => change({ period: 'month', from: '', to: '', source: '', channel: '' })
  return (
    <Card>
      <Empty
        icon={IconChartBar}
        title={figures.none}
        action={
          <Group gap="xs" justify="center">
            {isNarrow && (
              <Button size="xs" onClick={widen}>
                {figures.longer}
              </Button>
            )}
            <Button component={Link} to={pathTo('test-inbox')} size="xs" variant="default">
              {figures.toTestInbox}
            </Button>
            <Button component={Link} to={pathTo('sources')} size="xs" variant="default">
              {figures.toSources}
            </Button>
          </Group>
        }
      >
        {isNarrow && `${figures.noneText} `}
        {figures.neverText}
      </Empty>
    </Card>
  )
}
