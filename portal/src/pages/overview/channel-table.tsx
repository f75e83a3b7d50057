// The messages of this month by channel.
import { Box, Card, Table, Text, Title } from '@mantine/core'
import type { Overview } from '../../../../sdk/src/api.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { useNumbers } from '../../texts/numbers.ts'
import { useLocale, useTexts } from '../../texts/texts.tsx'

export default function ChannelTable({ channels }: { channels: Overview['channels'] }) {
  const { overview } = useTexts()
  const numbers = useNumbers()
  const name = useLocale()
  const percent = new Intl.NumberFormat(name, { style: 'percent', maximumFractionDigits: 1 })
  const used = channels.filter(({ sent, failed }) => sent + failed > 0).sort((one, other) => other.sent - one.sent)
  if (used.length === 0) {
    return (
      <Card>
        <Title order={2}>{overview.channels}</Title>
        <Text size="sm" c="dimmed" mt={4}>
          {overview.noChannels}
        </Text>
      </Card>
    )
  }
  return (
    <Box>
      <Title order={2} mb="xs">
        {overview.channels}
      </Title>
      <div className="framed">
        <Table className="numbers" horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{overview.channel}</Table.Th>
              <Table.Th ta="right">{overview.sent}</Table.Th>
              <Table.Th ta="right">{overview.delivered}</Table.Th>
              <Table.Th ta="right">{overview.failed}</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                {overview.failureRate}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {used.map(({ channel, sent, delivered, failed }) => (
              <Table.Tr key={channel}>
                <Table.Td>
                  <Channel name={channel} />
                </Table.Td>
                <Table.Td ta="right">{numbers(sent)}</Table.Td>
                <Table.Td ta="right">{numbers(delivered)}</Table.Td>
                <Table.Td ta="right">{numbers(failed)}</Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {percent.format(failed / (sent + failed))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Box>
  )
}
