// The messages of a period: filters, figures, charts, channels, sources and reasons of failures.
import { Box, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { loadCode } from '../../../api/load-code.ts'
import { useRead } from '../../../api/queries.ts'
import { QueryResult } from '../../../parts/states.tsx'
import { loadServerText, useTexts } from '../../../texts/texts.tsx'
import ChartsFailed from './charts-failed.tsx'
import { useFormats } from './formats.ts'
import { type ChosenFigures, useChosenFigures, useListLink } from './period.ts'
import { Tiles } from './tiles.tsx'

const SECOND = 1000
/** While older messages are being counted, the next request continues the count. */
const everyOf = (figures: Figures | undefined) =>
  figures?.progress === 'counting' ? SECOND : figures?.unit === 'minute' ? 5 * SECOND : 15 * SECOND

/**
 * The following parts are loaded after the figures. If the charts cannot be loaded, the figures stay visible.
 */
const FilterBar = lazy(() => loadCode(() => import('./filter-bar.tsx')))
const Charts = lazy(() => loadCode(() => import('./charts.tsx')).catch(() => ({ default: ChartsFailed })))
const Tables = lazy(async () => {
  const [tables] = await Promise.all([loadCode(() => import('./tables.tsx')), loadServerText()])
  return tables
})
const NoMessages = lazy(() => loadCode(() => import('./no-messages.tsx')))

export function FiguresSection() {
  const { figures: texts } = useTexts()
  const chosen = useChosenFigures()
  const figures = useRead('readFigures', chosen.input, { every: everyOf, keep: true })
  return (
    <Stack component="section" gap="md" aria-label={texts.title}>
      <Suspense fallback={<Box h={30} />}>
        <FilterBar {...chosen} range={figures.data} />
      </Suspense>
      <QueryResult query={figures} lines={8}>
        {(data) => <Content figures={data} chosen={chosen} />}
      </QueryResult>
    </Stack>
  )
}

function Content({ figures, chosen }: { figures: Figures; chosen: ChosenFigures }) {
  const link = useListLink(figures, chosen.filters)
  const shown = { figures, link }
  if (isEmpty(figures)) {
    return (
      <Suspense>
        <NoMessages chosen={chosen} />
      </Suspense>
    )
  }
  return (
    <>
      <Span figures={figures} />
      <Tiles {...shown} />
      <Suspense fallback={<ChartPlaces />}>
        <Charts {...shown} />
      </Suspense>
      <Suspense>
        <Tables {...shown} />
      </Suspense>
    </>
  )
}

function isEmpty({ total, progress, queue }: Figures): boolean {
  return total.accepted === 0 && progress === 'complete' && queue.due + queue.retrying + queue.paused === 0
}

/** The exact period of the figures, and whether they are complete. */
function Span({ figures }: { figures: Figures }) {
  const { figures: texts } = useTexts()
  const { moment } = useFormats(figures)
  const { from, to, time_zone, progress, counted_from } = figures
  return (
    <Group gap="xs" justify="space-between">
      <Text size="xs" c="dimmed" className="numbers">
        {texts.span(moment(from), moment(to), time_zone)}. {texts.onlyLive}
      </Text>
      <Text size="xs" c="dimmed" role="status">
        {progress === 'counting' && counted_from !== null && texts.counting}
        {progress === 'limited' && counted_from !== null && texts.limited(moment(counted_from))}
      </Text>
    </Group>
  )
}

/** Boxes of the size of the charts, so that the page does not move when the charts appear. */
function ChartPlaces() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" aria-hidden>
      <Skeleton h={318} radius="lg" />
      <Skeleton h={318} radius="lg" />
    </SimpleGrid>
  )
}
