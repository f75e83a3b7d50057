// The list of endpoints with their state, success rate and response time.
import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import type { EndpointFigures, Subscription } from '../../../../sdk/src/api.ts'
import { usePages, useRead } from '../../api/queries.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { type Column, Rows } from '../../parts/lists/table.tsx'
import { Empty, ShownPages } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useShares } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'
import { EndpointState } from './endpoint-state.tsx'
import { tookOf } from './figures.tsx'

export function EndpointList({ onAdd }: { onAdd: () => void }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pages = usePages('listSubscriptions', { path: { ws } }, { every: 15_000 })
  const figures = useRead('readEndpointFigures', { path: { ws } }, { every: 30_000, select: ({ data }) => byId(data) })
  const columns = useColumns(figures.data)
  return (
    <ShownPages
      pages={pages}
      empty={
        <Empty
          icon={IconWebhook}
          title={webhooks.noEndpoints}
          action={
            may.change && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
                {webhooks.add}
              </Button>
            )
          }
        >
          {webhooks.noEndpointsText}
        </Empty>
      }
    >
      {(rows) => <Rows rows={rows} keyOf={({ id }) => id} columns={columns} />}
    </ShownPages>
  )
}

function byId(figures: EndpointFigures[]): Map<number, EndpointFigures> {
  return new Map(figures.map((one) => [one.subscription_id, one]))
}

function useColumns(figures: Map<number, EndpointFigures> | undefined): Column<Subscription>[] {
  const { webhooks } = useTexts()
  const pathTo = usePathTo()
  const share = useShares()
  const texts = webhooks.figures
  return [
    { title: webhooks.endpoint, cell: (row) => <RowLink to={pathTo(`webhooks/${row.id}`)}>{row.url}</RowLink> },
    { title: webhooks.state, cell: (row) => <EndpointState status={row.status} failures={row.failures} /> },
    { title: webhooks.events, from: 'md', labeled: true, right: true, cell: ({ events }) => events.length },
    {
      title: texts.rate,
      from: 'sm',
      labeled: true,
      right: true,
      cell: ({ id }) => {
        const one = figures?.get(id)
        return share(one?.received ?? 0, one?.attempts ?? 0)
      },
    },
    {
      title: texts.p95,
      from: 'sm',
      labeled: true,
      right: true,
      cell: ({ id }) => tookOf(figures?.get(id)?.p95_ms, webhooks.took),
    },
    { title: webhooks.addedOn, from: 'md', labeled: true, quiet: true, cell: (row) => <Time at={row.created_at} /> },
  ]
}
