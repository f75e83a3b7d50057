// The SMS messages of this month, with their segments and costs at the providers. They are read when a member asks for
// them, because the service counts all messages of the month.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { Rows } from '../../parts/lists/table.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useCosts, useNumbers } from '../../texts/numbers.ts'
import { useTexts } from '../../texts/texts.tsx'

export function SmsUsage() {
  const { plan } = useTexts()
  const [isShown, setIsShown] = useState(false)
  return (
    <Stack gap="xs">
      <Title order={2}>{plan.sms}</Title>
      <Text size="sm" c="dimmed">
        {plan.smsText}
      </Text>
      {isShown ? (
        <SmsUsageTable />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setIsShown(true)}>
            {plan.smsShow}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function SmsUsageTable() {
  const { plan } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readSmsUsage', { path: { ws } })
  const number = useNumbers()
  const cost = useCosts()
  return (
    <QueryResult query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Text size="sm">{plan.smsNone}</Text>
        ) : (
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
        )
      }
    </QueryResult>
  )
}
