// The order of a channel's connections, and which of them are used at the moment.
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ChannelDescription, ProviderConnection } from '../../../../../../sdk/src/api.ts'
import { RowLink } from '../../../../parts/lists/row-link.tsx'
import { usePathTo } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import type { ConnectionPath } from '../target.ts'

interface OrderCardProps {
  place: ConnectionPath
  described: ChannelDescription
  rows: ProviderConnection[]
  current: number
  isPaused: boolean
}

export function OrderCard({ place, described, rows, current, isPaused }: OrderCardProps) {
  const { connectionActivity: texts, serverText } = useTexts()
  const pathTo = usePathTo()
  const alone = described.several ? texts.alone : texts.cannotFail
  const text = described.several ? texts.orderText : texts.sideBySide
  return (
    <Card>
      <Title order={2} mb={4}>
        {texts.order}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {rows.length > 1 ? text : alone}
      </Text>
      <Stack gap="xs" component="ol" className="bare plain-list">
        {rows.map((row) => {
          const title = serverText(row.title)
          const name = described.several ? `${row.position}. ${title}` : title
          return (
            <Group key={row.id} component="li" gap="xs" justify="space-between" wrap="nowrap">
              {row.id === current ? (
                <Text size="sm" fw={600} aria-current="page">
                  {name}
                </Text>
              ) : (
                <Text size="sm" component="span">
                  <RowLink to={pathTo(`sources/${place.source}/connections/${place.channel}/${row.id}`)}>
                    {name}
                  </RowLink>
                </Text>
              )}
              <PartState row={row} isPaused={isPaused} />
            </Group>
          )
        })}
      </Stack>
    </Card>
  )
}

/** The badge of a connection: working, paused or not working. `isPaused`: the whole channel is paused. */
export function PartState({ row, isPaused }: { row: ProviderConnection; isPaused: boolean }) {
  const { connectionActivity: texts } = useTexts()
  const state = row.unavailable?.state ?? (isPaused ? 'paused' : 'working')
  const color = { working: 'verdigris', paused: 'yellow', failing: 'red' }[state]
  return <Badge color={color}>{texts.states[state]}</Badge>
}
