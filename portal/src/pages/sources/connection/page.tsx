// The page of one channel of a source: its connections, their checks, and the button that disconnects the channel.
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChannelDescription, Connection, ProviderConnection } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { useChannelTitle } from '../../../parts/channels.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Paused } from '../source/connections.tsx'
import { ActivityCard } from './activity/activity-card.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ProviderList, removalWarnings } from './provider-list.tsx'
import { type RepliesAddress, RepliesAddresses } from './replies-address.tsx'

export default function ConnectionPage() {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const params = useParams({ strict: false })
  const source = Number(params.source)
  const channel = params.channel as ChannelName
  const title = useChannelTitle(channel)(channel)
  const row = useRead('readSource', { path: { ws, source } })
  const channels = useRead(
    'listChannels',
    {},
    { select: ({ data }) => data.find(({ name }) => name === channel) ?? null },
  )
  const connections = useRead('listConnections', { path: { ws, source } })
  return (
    <PageFrame title={title} before={<BackLink to={`sources/${source}`}>{row.data?.name ?? sources.one}</BackLink>}>
      <QueryResult query={channels} lines={6}>
        {(described) =>
          described === null ? (
            <Text>{sources.connections.unknown}</Text>
          ) : (
            <QueryResult query={connections} lines={6}>
              {({ data }) => (
                <Connected
                  source={source}
                  described={described}
                  connection={data.find((connection) => connection.channel === channel)}
                />
              )}
            </QueryResult>
          )
        }
      </QueryResult>
    </PageFrame>
  )
}

interface ConnectedProps {
  source: number
  described: ChannelDescription
  connection: Connection | undefined
}

function Connected({ source, described, connection }: ConnectedProps) {
  const { common, sources, serverText } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const place = { ws, source, channel: described.name }
  const mayBeSeveral = described.several || described.providers.length > 1
  const rows = useRead(
    'listProviderConnections',
    { path: place },
    { enabled: mayBeSeveral && connection !== undefined },
  )
  // Use the state of the first render. The form that has just connected the channel must stay mounted while the list
  // loads.
  const [wasConnected] = useState(connection !== undefined)
  if (mayBeSeveral && wasConnected && connection !== undefined && rows.data === undefined)
    return (
      <QueryResult query={rows} lines={6}>
        {() => null}
      </QueryResult>
    )
  const stored = connection ? (rows.data?.data ?? []) : []
  // Connections that version 0.1.0 stored have no ids until the upgrade moves them. Until then, one form contains the
  // settings of all of them.
  const isUnmoved = stored.some(({ id }) => id === 0)
  const listed = isUnmoved ? [] : stored
  const nameOf = (id: number) => {
    if (isUnmoved) return undefined
    if (listed.length === 0) return id === connection?.id ? serverText(described.providers[0]?.title ?? '') : undefined
    const row = listed.find((one) => one.id === id)
    if (row === undefined) return undefined
    const title = serverText(row.title)
    return described.several && listed.length > 1 ? `${row.position}. ${title}` : title
  }
  const isOneForm = isUnmoved || (described.providers.length === 1 && listed.length < 2)
  return (
    <div className={connection ? 'connection-columns' : 'narrow-form'}>
      <Stack gap="lg">
        {connection?.paused && <Paused source={source} connection={connection} />}
        {isOneForm && (
          <Card>
            <ConnectionForm
              target={{ kind: 'only', place }}
              described={described}
              stored={connection}
              showsPause={connection?.paused === true}
              yes={connection ? common.save : sources.connections.connect}
            />
          </Card>
        )}
        {(!isOneForm || listed.length > 0) && (
          <Card>
            <ProviderList
              place={place}
              described={described}
              rows={listed}
              isPaused={connection?.paused === true}
              isBelowForm={isOneForm}
            />
          </Card>
        )}
        {connection && described.approved_templates && <ToApproved source={source} channel={connection.channel} />}
        {connection && (
          <RepliesAddresses
            place={place}
            addresses={addressesOf(described, listed.length > 0 ? listed : [connection])}
            isUsed={!['polling', 'off'].includes(String(connection.settings.mode))}
          />
        )}
        {connection && may.change && !(described.several && listed.length > 1) && (
          <Disconnect
            source={source}
            channel={connection.channel}
            providers={described.several ? [] : stored.map(({ provider }) => provider)}
          />
        )}
      </Stack>
      {connection && <ActivityCard place={place} nameOf={nameOf} />}
    </div>
  )
}

type Receiving = Pick<Connection, 'id' | 'inbound_url'> &
  Partial<Pick<ProviderConnection, 'provider' | 'title' | 'position'>>

/**
 * Returns the inbound URLs, with the webhook that each provider needs. If there are several connections, each URL is
 * labeled with the title of its connection.
 */
function addressesOf({ providers }: ChannelDescription, rows: Receiving[]): RepliesAddress[] {
  return rows.flatMap(({ id, inbound_url: url, provider = providers[0]?.name, title, position }) => {
    const webhook = providers.find(({ name }) => name === provider)?.webhook
    if (url === null) return []
    return [
      {
        id,
        url,
        ...(webhook ? { webhook } : {}),
        ...(rows.length > 1 ? { of: `${position}. ${title}` } : {}),
      },
    ]
  })
}

/** A link to the list of approved templates. Members edit these templates at the provider. */
function ToApproved({ source, channel }: { source: number; channel: ChannelName }) {
  const { approved } = useTexts()
  const pathTo = usePathTo()
  return (
    <Card>
      <Stack gap="sm" align="flex-start">
        <Title order={2}>{approved.title}</Title>
        <Text size="sm" c="dimmed">
          {approved.toListText}
        </Text>
        <Button component={Link} to={pathTo(`sources/${source}/connections/${channel}/templates`)} variant="default">
          {approved.toList}
        </Button>
      </Stack>
    </Card>
  )
}

interface DisconnectProps {
  source: number
  channel: ChannelName
  /** The providers of the connections, if the channel uses its connections for different types of device. */
  providers: string[]
}

function Disconnect({ source, channel, providers }: DisconnectProps) {
  const { sources } = useTexts()
  const title = useChannelTitle(channel)(channel)
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const texts = sources.connections
  const text = [texts.disconnectText, ...providers.flatMap((name) => removalWarnings(name, texts.providers.lost))].join(
    ' ',
  )
  const disconnect = useChange('disconnect', ['listConnections', 'readConnection'])
  const confirmDisconnect = async () => {
    const sure = await confirm({
      title: texts.disconnectTitle(title),
      text,
      yes: texts.disconnect,
    })
    if (!sure) return
    disconnect.mutate(
      { path: { ws, source, channel } },
      {
        onSuccess: () => {
          showToast(texts.disconnected)
          void navigate({ to: pathTo(`sources/${source}`) })
        },
      },
    )
  }
  return (
    <Card>
      <Stack gap="sm" align="flex-start">
        <Title order={2}>{texts.disconnect}</Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {disconnect.error && <ProblemNotice error={disconnect.error} />}
        <Button color="red" variant="light" onClick={() => void confirmDisconnect()} loading={disconnect.isPending}>
          {texts.disconnect}
        </Button>
      </Stack>
    </Card>
  )
}
