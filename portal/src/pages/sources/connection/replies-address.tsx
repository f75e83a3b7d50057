// The inbound webhook URLs of a channel, with copy buttons.
import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy } from '../../../parts/copy.tsx'
import { usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import type { ConnectionPath } from './target.ts'
import { type Webhook, WebhookGuide } from './webhook-guide.tsx'

export interface RepliesAddress {
  /** The id of the connection. */
  id: number
  url: string
  /** How the URL is registered. Absent if Carillon registers it when the connection is saved. */
  webhook?: Webhook
  /** The name of the provider, if there are several URLs. */
  of?: string
}

interface RepliesAddressesProps {
  place: ConnectionPath
  addresses: RepliesAddress[]
  /** False if the connection polls the provider, or receives no replies. */
  isUsed: boolean
}

export function RepliesAddresses({ place, addresses, isUsed }: RepliesAddressesProps) {
  const { inbound, sources } = useTexts()
  const pathTo = usePathTo()
  const texts = sources.connections
  const isGuided = addresses.some(({ webhook }) => webhook !== undefined)
  if (addresses.length === 0) return null
  return (
    <Card>
      <Title order={2} mb={4}>
        {texts.inbound}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {!isUsed ? texts.inboundUnusedText : isGuided ? texts.inboundGuidedText : texts.inboundText}
      </Text>
      <Stack gap="md">
        {addresses.map(({ id, url, of, webhook }) => (
          <div key={url}>
            {of !== undefined && (
              <Text size="sm" fw={500}>
                {of}
              </Text>
            )}
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" ff="monospace" className="wrap-anywhere">
                {url}
              </Text>
              <Copy value={url} label={of === undefined ? texts.inbound : `${texts.inbound}: ${of}`} />
            </Group>
            {webhook && isUsed && <WebhookGuide place={place} id={id} webhook={webhook} />}
          </div>
        ))}
      </Stack>
      <Anchor
        component={Link}
        to={pathTo('inbound')}
        search={{ channel: place.channel } as never}
        size="sm"
        mt="xs"
        display="inline-block"
      >
        {inbound.viewRequests}
      </Anchor>
    </Card>
  )
}
