// The result of each delivery of a bulk operation: the refused deliveries with their reasons, or the changed deliveries.
import { Anchor, Group, SegmentedControl, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BulkOperation } from '../../../../../sdk/src/api.ts'
import { usePages } from '../../../api/queries.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ShownPages } from '../../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function BulkResults({ operation: { id, done, refused } }: { operation: BulkOperation }) {
  const { bulk } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const [result, setResult] = useState<'refused' | 'done'>(refused > 0 ? 'refused' : 'done')
  const pages = usePages('listBulkResults', { path: { ws, id }, query: { result, limit: 20 } })
  return (
    <div>
      <SegmentedControl
        size="xs"
        aria-label={bulk.resultsTitle}
        value={result}
        onChange={(chosen) => setResult(chosen === 'done' ? 'done' : 'refused')}
        data={[
          { value: 'refused', label: bulk.refusedRows(refused), disabled: refused === 0 },
          { value: 'done', label: bulk.doneRows(done), disabled: done === 0 },
        ]}
      />
      <ShownPages pages={pages} empty={null}>
        {(rows) => (
          <ul className="bulk-rows">
            {rows.map((row) => (
              <li key={row.id}>
                <Group gap="xs" component="span" display="inline-flex">
                  <Anchor
                    component={Link}
                    size="sm"
                    to={pathTo(`deliveries/${row.delivery_id}`)}
                    className="wrap-anywhere"
                  >
                    {row.recipient_name ?? `#${row.delivery_id}`}
                  </Anchor>
                  {row.new_delivery_id !== null && (
                    <Anchor component={Link} size="sm" to={pathTo(`deliveries/${row.new_delivery_id}`)}>
                      {bulk.newDelivery(row.new_delivery_id)}
                    </Anchor>
                  )}
                  {row.reason !== null && (
                    <Text span size="sm" c="dimmed" className="wrap-anywhere">
                      <ServerSentence text={row.reason} />
                    </Text>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </ShownPages>
    </div>
  )
}
