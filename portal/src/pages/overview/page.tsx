// Overview: first steps, problems, the messages of a period, and the plan.
import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { GettingStarted, Overview } from '../../../../sdk/src/api.ts'
import { loadCode } from '../../api/load-code.ts'
import { useRead } from '../../api/queries.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { loadPageTexts, loadServerText, useTexts } from '../../texts/texts.tsx'
import { loadLaterStyles } from '../../theme/later-styles.ts'
import { AccountFigures } from './account-figures.tsx'
import { FiguresSection } from './figures/section.tsx'

const LOOK_EVERY_MS = 5_000
/** The problems contain server texts, so their translations are loaded too. */
const Conditions = lazy(async () => {
  const [conditions] = await Promise.all([loadCode(() => import('./conditions.tsx')), loadServerText()])
  return conditions
})
/** The first steps are loaded separately, because only new workspaces need them. */
const FirstSteps = lazy(async () => {
  const [page] = await loadCode(() => Promise.all([import('./first-steps.tsx'), loadPageTexts(), loadLaterStyles()]))
  return page
})

export default function OverviewPage() {
  const texts = useTexts()
  const { id: ws } = useWorkspace()
  const overview = useRead('readOverview', { path: { ws } }, { every: LOOK_EVERY_MS })
  return (
    <PageFrame title={texts.overview.title}>
      <Stack gap="lg">
        <OpenSteps />
        {overview.data !== undefined && conditionsOf(overview.data).length > 0 && (
          <Suspense>
            <Conditions conditions={conditionsOf(overview.data)} />
          </Suspense>
        )}
        <FiguresSection />
        <QueryResult query={overview} lines={3}>
          {(data) => <AccountFigures overview={{ ...data, conditions: conditionsOf(data) }} />}
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
