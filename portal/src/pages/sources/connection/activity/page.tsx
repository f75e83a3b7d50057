// The page of one connection: its state, figures, place in the order, and latest attempts.
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ChannelDescription, Connection, ProviderConnection } from '../../../../../../sdk/src/api.ts'
import { useRead } from '../../../../api/queries.ts'
import { BackLink } from '../../../../parts/back-link.tsx'
import { useChannelTitle } from '../../../../parts/channels.ts'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { PageFrame } from '../../../../parts/page-frame.tsx'
import { QueryResult } from '../../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'
import { Paused } from '../../source/connections.tsx'
import { fieldsOf, type Schema, summaryOf, translateSchema } from '../settings-draft.ts'
import type { ConnectionPath } from '../target.ts'
import { Unavailable } from '../unavailable.tsx'
import { useActivity } from './activity-card.tsx'
import { AttemptsTable } from './attempts-table.tsx'
import { ConnectionFigures } from './figures.tsx'
import { OrderCard, PartState } from './order-card.tsx'
import { Pending } from './pending.tsx'
import './activity.css'

export default function ConnectionActivityPage() {
  const { connectionActivity: texts, serverText } = useTexts()
  const { id: ws } = useWorkspace()
  const params = useParams({ strict: false })
  const channel = params.channel as ChannelName
  const place = { ws, source: Number(params.source), channel }
  const channelTitle = useChannelTitle(channel)(channel)
  const rows = useRead('listProviderConnections', { path: place })
  const channels = useRead('listChannels', {}, { select: ({ data }) => data.find(({ name }) => name === channel) })
  const lane = useRead(
    'listConnections',
    { path: { ws, source: place.source } },
    { select: ({ data }) => data.find((connection) => connection.channel === channel) ?? null },
  )
  const row = rows.data?.data.find(({ id }) => id === Number(params.connection))
  const to = `sources/${place.source}/connections/${channel}`
  return (
    <PageFrame
      title={row ? serverText(row.title) : texts.title}
      before={<BackLink to={to}>{channelTitle}</BackLink>}
      actions={<ToSettings to={to} />}
    >
      <QueryResult query={rows} lines={8}>
        {({ data }) =>
          row === undefined || channels.data === undefined ? (
            <Text>{texts.missing}</Text>
          ) : (
            <Activity place={place} described={channels.data} rows={data} row={row} lane={lane.data ?? undefined} />
          )
        }
      </QueryResult>
    </PageFrame>
  )
}

function ToSettings({ to }: { to: string }) {
  const { connectionActivity: texts } = useTexts()
  const may = useMay()
  const pathTo = usePathTo()
  return (
    <Button component={Link} to={pathTo(to)} variant="default" leftSection={<IconSettings size={16} aria-hidden />}>
      {may.change ? texts.editSettings : texts.viewSettings}
    </Button>
  )
}

interface ActivityProps {
  place: ConnectionPath
  described: ChannelDescription
  rows: ProviderConnection[]
  row: ProviderConnection
  lane: Connection | undefined
}

function Activity({ place, described, rows, row, lane }: ActivityProps) {
  const { connectionActivity: texts, serverText } = useTexts()
  const query = useActivity(place)
  const isPaused = lane?.paused === true
  const provider = described.providers.find(({ name }) => name === row.provider)
  const fields = provider ? fieldsOf(translateSchema(provider.settings as Schema, serverText)) : []
  return (
    <Stack gap="lg">
      <Group gap="xs" mt={-8}>
        <PartState row={row} isPaused={isPaused} />
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {summaryOf(fields, row.settings)}
        </Text>
      </Group>
      {lane?.paused && <Paused source={place.source} connection={lane} />}
      {row.unavailable && (
        <Card>
          <Unavailable place={place} unavailable={row.unavailable} />
        </Card>
      )}
      <QueryResult query={query} lines={3}>
        {(activity) => <ConnectionFigures activity={activity} id={row.id} />}
      </QueryResult>
      <div className="connection-columns" data-aside="first">
        <Stack gap="lg">
          <OrderCard place={place} described={described} rows={rows} current={row.id} isPaused={isPaused} />
          {query.data && (
            <Card>
              <Title order={2} mb="xs">
                {texts.pending}
              </Title>
              <Pending place={place} pending={query.data.pending} />
            </Card>
          )}
        </Stack>
        <AttemptsTable place={place} id={row.id} />
      </div>
    </Stack>
  )
}
