// What waits for a person: paused connections and disabled endpoints, each with the way to where it is mended.
import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../../sdk/src/api.ts'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function NeedsAHand({ waiting }: { waiting: Overview['waiting'] }) {
  const { overview, channels } = useTexts()
  const pathTo = usePathTo()
  const { paused_connections: paused, disabled_subscriptions: disabled } = waiting
  if (paused.length === 0 && disabled === 0) return null
  return (
    <Stack gap="sm">
      {paused.map(({ source_id, channel, reason }) => (
        <Alert
          key={`${source_id}-${channel}`}
          color="yellow"
          icon={<IconPlayerPause aria-hidden />}
          title={overview.paused(channels[channel])}
        >
          <Text size="sm" className="wrap-anywhere">
            {reason} {overview.pausedText}{' '}
            <Anchor component={Link} to={pathTo(`sources/${source_id}`)} size="sm" underline="always">
              {overview.toConnection}
            </Anchor>
          </Text>
        </Alert>
      ))}
      {disabled > 0 && (
        <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} title={overview.disabled(disabled)}>
          <Text size="sm">
            {overview.disabledText}{' '}
            <Anchor component={Link} to={pathTo('webhooks')} size="sm" underline="always">
              {overview.toWebhooks}
            </Anchor>
          </Text>
        </Alert>
      )}
    </Stack>
  )
}
