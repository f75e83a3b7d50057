// The values of the template's variables in a delivery, and the data of a Liquid template.
import { Stack, Text } from '@mantine/core'
import type { DeliveryTimeline } from '../../../../../sdk/src/api.ts'
import { CodeBlock } from '../../../parts/copy.tsx'
import { Rows } from '../../../parts/lists/table.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function VariablesTab({ content: { vars, data } }: Pick<DeliveryTimeline, 'content'>) {
  const { deliveryDetails } = useTexts()
  const rows = typeof vars === 'object' && vars !== null ? Object.entries(vars) : []
  if (rows.length === 0 && data === undefined)
    return (
      <Text size="sm" c="dimmed">
        {deliveryDetails.noVariables}
      </Text>
    )
  return (
    <Stack gap="md">
      {rows.length > 0 && <Variables rows={rows} />}
      {data !== undefined && (
        <div>
          <Text size="sm" fw={560} mb={6}>
            {deliveryDetails.data}
          </Text>
          <CodeBlock code={JSON.stringify(data, null, 2)} label={deliveryDetails.data} />
        </div>
      )}
    </Stack>
  )
}

function Variables({ rows }: { rows: [string, unknown][] }) {
  const { deliveryDetails } = useTexts()
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
