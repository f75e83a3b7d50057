// Overview: the first five minutes, what needs a hand, and how the workspace does.
import { SimpleGrid, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useRead } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Shown } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useLocale, useTexts } from '../../texts/texts.tsx'
import { ChannelTable } from './channel-table.tsx'
import { DaysChart, HourChart } from './charts.tsx'
import { Figures } from './figures.tsx'
import { NeedsAHand } from './needs-a-hand.tsx'

const LOOK_EVERY_MS = 5_000
/** Of use for some minutes of a workspace's life. */
const FirstSteps = lazy(() => import('./first-steps.tsx'))

export default function OverviewPage() {
  const texts = useTexts()
  const { id: ws } = useWorkspace()
  const languageName = useLocale()
  const overview = useRead('readOverview', { path: { ws } }, { every: LOOK_EVERY_MS })
  const began = overview.data?.usage.period_start
  const day = new Intl.DateTimeFormat(languageName, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <PageFrame
      title={texts.overview.title}
      {...(began === undefined ? {} : { text: texts.overview.text(day.format(new Date(began))) })}
    >
      <Stack gap="lg">
        <Suspense>
          <FirstSteps />
        </Suspense>
        <Shown query={overview} lines={8}>
          {(data) => (
            <Stack gap="lg">
              <NeedsAHand waiting={data.waiting} />
              <Figures overview={data} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <DaysChart days={data.days} />
                <HourChart minutes={data.last_hour} />
              </SimpleGrid>
              <ChannelTable channels={data.channels} />
            </Stack>
          )}
        </Shown>
      </Stack>
    </PageFrame>
  )
}
