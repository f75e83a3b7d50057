// The values of the template's variables in a delivery.
import { Text } from '@mantine/core'
import type { DeliveryTimeline } from '../../../../../sdk/src/api.ts'
import { Rows } from '../../../parts/lists/table.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function VariablesTab({ content: { vars } }: Pick<DeliveryTimeline, 'content'>) {
  const { deliveryDetails } = useTexts()
  const rows = typeof vars === 'object' && vars !== null ? Object.entries(vars) : []
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {deliveryDetails.noVariables}
      </Text>
    )
  return (
    <Rows
      rows={rows}
      keyOf={([name]) => name}
      columns={[
        {
          title: deliveryDetails.variable,
          cell: ([name]) => (
            <Text span size="sm" ff="monospace">
              {name}
            </Text>
          ),
        },
        {
          title: deliveryDetails.value,
          cell: ([, value]) => <span style={{ whiteSpace: 'pre-wrap' }}>{String(value)}</span>,
        },
      ]}
    />
  )
}
