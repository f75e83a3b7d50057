// Overview: first steps, problems, numbers and charts.
import { SimpleGrid, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { GettingStarted, Overview } from '../../../../sdk/src/api.ts'
import { useRead } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { loadPageTexts, loadServerText, useLocale, useTexts } from '../../texts/texts.tsx'
import { loadLaterStyles } from '../../theme/later-styles.ts'
import { DaysChart, HourChart } from './charts.tsx'
import { Figures } from './figures.tsx'

const LOOK_EVERY_MS = 5_000
/** This table is loaded separately, so that the first load does not contain the code of tables. */
const ChannelTable = lazy(() => import('./channel-table.tsx'))
/** The problems contain server texts, so their translations are loaded too. */
const Conditions = lazy(async () => {
  const [conditions] = await Promise.all([import('./conditions.tsx'), loadServerText()])
  return conditions
})
/** The first steps are loaded separately, because only new workspaces need them. */
const FirstSteps = lazy(async () => {
  const [page] = await Promise.all([import('./first-steps.tsx'), loadPageTexts(), loadLaterStyles()])
  return page
})

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
        <OpenSteps />
        <QueryResult query={overview} lines={8}>
          {(data) => (
            <Stack gap="lg">
              {conditionsOf(data).length > 0 && (
                <Suspense>
                  <Conditions conditions={conditionsOf(data)} />
                </Suspense>
              )}
              <Figures overview={{ ...data, conditions: conditionsOf(data) }} />
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
                <DaysChart days={data.days} />
                <HourChart minutes={data.last_hour} />
              </SimpleGrid>
              <Suspense>
                <ChannelTable channels={data.channels} />
              </Suspense>
            </Stack>
          )}
        </QueryResult>
      </Stack>
    </PageFrame>
  )
}

/** The first steps of a workspace in which some of them are not done. */
function OpenSteps() {
  const { id: ws } = useWorkspace()
  const isOpen = useRead('readGettingStarted', { path: { ws } }, { select: hasOpenSteps }).data
  return isOpen ? (
    <Suspense>
      <FirstSteps />
    </Suspense>
  ) : null
}

function hasOpenSteps({ steps }: GettingStarted): boolean {
  return steps.some(({ done }) => !done)
}

/** During an upgrade, an API process of version 0.1.0 can respond. Its overview has no conditions. */
function conditionsOf({ conditions }: Partial<Pick<Overview, 'conditions'>>): Overview['conditions'] {
  return conditions ?? []
}
