// The success rate and the response times of an endpoint.
import { Text } from '@mantine/core'
import { useRead } from '../../api/queries.ts'
import { FigureList } from '../../parts/figure-list.tsx'
import { Moment } from '../../parts/time.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useNumbers, useShares } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'

export function Figures({ id }: { id: number }) {
  const { webhooks } = useTexts()
  const figure = useNumbers()
  const share = useShares()
  const { id: ws } = useWorkspace()
  const query = useRead(
    'readEndpointFigures',
    { path: { ws }, query: { subscription: id } },
    { every: 15_000, select: ({ data }) => data[0] ?? null },
  )
  const figures = query.data
  if (query.isPending || query.isError) return null
  const texts = webhooks.figures
  return (
    <div>
      <FigureList
        figures={[
          { name: texts.rate, value: share(figures?.received ?? 0, figures?.attempts ?? 0) },
          { name: texts.attempts, value: figure(figures?.attempts ?? 0) },
          { name: texts.failed, value: figure(figures ? figures.attempts - figures.received : 0) },
          { name: texts.median, value: tookOf(figures?.p50_ms, webhooks.took) },
          { name: texts.p95, value: tookOf(figures?.p95_ms, webhooks.took) },
        ]}
      />
      <Text size="xs" c="dimmed" mt={6}>
        {figures ? (
          <>
            {texts.since} <Moment at={figures.since} />
          </>
        ) : (
          texts.none
        )}
      </Text>
    </div>
  )
}

export function tookOf(milliseconds: number | null | undefined, took: (milliseconds: number) => string): string {
  return milliseconds === null || milliseconds === undefined ? '–' : took(milliseconds)
}
