// The channels of a source: connected, paused and available channels.
import { Alert, Badge, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ChannelDescription, Connection } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { useChannelTitle } from '../../../parts/channels.ts'
import { Channel, type ChannelName } from '../../../parts/delivery-words.tsx'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { DueTime, Moment, Time } from '../../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function Connections({ source }: { source: number }) {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const titleOf = useChannelTitle()
  const channels = useRead('listChannels', {})
  const connections = useRead('listConnections', { path: { ws, source } })
  return (
    <QueryResult query={channels} lines={6}>
      {({ data: known }) => (
        <QueryResult query={connections} lines={6}>
          {({ data: connected }) => (
            <Stack gap="lg">
              {connected.length === 0 && (
                <Text size="sm" c="dimmed" maw={620}>
                  {sources.connections.none}
                </Text>
              )}
              <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
                {sortChannels(known, connected).map(({ name, help }) => (
                  <ChannelCard
                    key={name}
                    source={source}
                    name={name}
                    title={titleOf(name)}
                    help={help}
                    connection={connected.find(({ channel }) => channel === name)}
                  />
                ))}
              </SimpleGrid>
            </Stack>
          )}
        </QueryResult>
      )}
    </QueryResult>
  )
}

/** Sorts connected channels first. The other channels keep the order of the API. */
function sortChannels(known: ChannelDescription[], connected: Connection[]): ChannelDescription[] {
  const isConnected = (name: ChannelName) => connected.some(({ channel }) => channel === name)
  return [...known.filter(({ name }) => isConnected(name)), ...known.filter(({ name }) => !isConnected(name))]
}

interface ChannelCardProps {
  source: number
  name: ChannelName
  title: string
  help: string
  connection: Connection | undefined
}

function ChannelCard({ source, name, title, help, connection }: ChannelCardProps) {
  const { sources, serverText } = useTexts()
  const may = useMay()
  const pathTo = usePathTo()
  const texts = sources.connections
  const about: Record<string, string> = texts.about
  const to = pathTo(`sources/${source}/connections/${name}`)
  return (
    <Card component="section" aria-label={title} padding="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap">
          <Channel name={name} />
          {connection && (
            <Badge color={connection.paused ? 'yellow' : 'verdigris'}>
              {connection.paused ? texts.paused : texts.connected}
            </Badge>
          )}
        </Group>
        {connection?.paused ? (
          <Paused source={source} connection={connection} />
        ) : (
          <Text size="sm" c="dimmed">
            {connection ? (
              <>
                {texts.changed} <Time at={connection.updated_at} />
              </>
            ) : (
              (about[name] ?? serverText(help))
            )}
          </Text>
        )}
        <Group gap="xs" mt="auto">
          {connection ? (
            <Button
              component={Link}
              to={to}
              variant="default"
              size="xs"
              aria-label={`${may.change ? texts.edit : texts.view}: ${title}`}
            >
              {may.change ? texts.edit : texts.view}
            </Button>
          ) : (
            <Button
              component={Link}
              to={to}
              variant="light"
              size="xs"
              disabled={!may.change}
              aria-label={`${texts.connect}: ${title}`}
            >
              {texts.connect}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}

/** The reason why a connection is paused, and the button that resumes the connection. */
export function Paused({ source, connection }: { source: number; connection: Connection }) {
  const { sources } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const texts = sources.connections
  const resume = useChange('resumeConnection', ['listConnections', 'readConnection'])
  const end = () =>
    resume.mutate({ path: { ws, source, channel: connection.channel } }, { onSuccess: () => showToast(texts.resumed) })
  return (
    <Alert color="yellow" variant="light" icon={<IconPlayerPause aria-hidden />} title={texts.pausedTitle} p="sm">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="wrap-anywhere sentence">
          <ServerSentence text={connection.pause_reason ?? ''} />
        </Text>
        {connection.paused_since !== null && (
          <Text size="sm">
            {texts.pausedSince} <Moment at={connection.paused_since} />
          </Text>
        )}
        <Text size="sm">
          {connection.paused_until === null ? (
            texts.pausedUntilFixed
          ) : (
            <>
              {texts.pausedUntil} <DueTime at={connection.paused_until} />
            </>
          )}
        </Text>
        {resume.error && <ProblemNotice error={resume.error} />}
        {may.change && (
          <Button size="xs" variant="default" onClick={end} loading={resume.isPending}>
            {texts.resume}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
