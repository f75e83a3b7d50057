// The SMS messages of this month, with their segments and costs at the providers. Shown if there are any.
import { Stack, Text, Title } from '@mantine/core'
import { useRead } from '../../api/queries.ts'
import { Rows } from '../../parts/lists/table.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useCosts, useNumbers } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'

export function SmsUsageTable() {
  const { plan } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readSmsUsage', { path: { ws } })
  const number = useNumbers()
  const cost = useCosts()
  return (
    <QueryResult query={query}>
      {({ data }) =>
        data.length > 0 && (
          <Stack gap="xs">
            <Title order={2}>{plan.sms}</Title>
            <Text size="sm" c="dimmed">
              {plan.smsText}
            </Text>
            <Rows
              rows={data}
              keyOf={({ connection_id, prefix }) => `${connection_id} ${prefix}`}
              columns={[
                { title: plan.smsPrefix, cell: ({ prefix }) => prefix ?? plan.smsOthers },
                { title: plan.smsProvider, from: 'sm', cell: (row) => row.provider },
                {
                  title: plan.smsMessages,
                  from: 'sm',
                  labeled: true,
                  right: true,
                  cell: ({ messages }) => number(messages),
                },
                { title: plan.smsSegments, right: true, cell: ({ segments }) => number(segments) },
                { title: plan.smsCost, right: true, cell: (row) => row.cost !== null && cost(row.cost, row.currency) },
              ]}
            />
          </Stack>
        )
      }
    </QueryResult>
  )
}
