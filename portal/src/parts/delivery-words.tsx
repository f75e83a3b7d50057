// The badge of a delivery's state and the channel label. In addition to color, both use an icon or text.
import { Badge, Group, Text } from '@mantine/core'
import {
  type Icon,
  IconBell,
  IconBrandDiscord,
  IconBrandMessenger,
  IconBrandSlack,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconMail,
  IconMessage,
} from '@tabler/icons-react'
import type { Delivery } from '../../../sdk/src/api.ts'
import { useTexts } from '../texts/texts.tsx'
import { useChannelTitle } from './channels.ts'

export type Status = Delivery['status']
export type ChannelName = Delivery['channel']

export const statusColors: Record<Status, string> = {
  queued: 'gray',
  sending: 'yellow',
  sent: 'blue',
  delivered: 'verdigris',
  read: 'green',
  failed: 'red',
}

export type StateName = Delivery['state']

/** A message has at most four attempts. */
const ATTEMPTS = 4

const stateColors: Record<StateName, string> = {
  ...statusColors,
  scheduled: 'blue',
  collecting: 'blue',
  deferred: 'blue',
  retrying: 'orange',
  paused: 'yellow',
  cancelled: 'gray',
}

/** The state of a delivery: what it waits for, or how it ended. */
export function StateBadge({ state, attempts_made }: Pick<Delivery, 'state' | 'attempts_made'>) {
  const { deliveries } = useTexts()
  return (
    <Badge color={stateColors[state]} variant={state === 'cancelled' ? 'outline' : 'light'}>
      {state === 'retrying' ? deliveries.retryingAt(attempts_made + 1, ATTEMPTS) : deliveries.states[state]}
    </Badge>
  )
}

const icons: Partial<Record<string, Icon>> = {
  email: IconMail,
  whatsapp: IconBrandWhatsapp,
  telegram: IconBrandTelegram,
  push: IconBell,
  discord: IconBrandDiscord,
  slack: IconBrandSlack,
  messenger: IconBrandMessenger,
  sms: IconDeviceMobileMessage,
}

const iconOf = (name: string) => icons[name] ?? IconMessage

/** The icon and the name of a channel. */
export function Channel({ name }: { name: ChannelName }) {
  const titleOf = useChannelTitle(name)
  const Picture = iconOf(name)
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <span className="channel-mark" data-channel={name} aria-hidden>
        <Picture size={14} stroke={1.8} />
      </span>
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
        {titleOf(name)}
      </Text>
    </Group>
  )
}

/** The icons of several channels, for places with little space. Screen readers get the names of the channels. */
export function ChannelIcons({ names }: { names: ChannelName[] }) {
  const titleOf = useChannelTitle(...names)
  return (
    <Group gap={4} wrap="nowrap" component="span">
      {names.map((name) => {
        const Picture = iconOf(name)
        return (
          <span key={name} className="channel-mark" data-channel={name} role="img" aria-label={titleOf(name)}>
            <Picture size={14} stroke={1.8} aria-hidden />
          </span>
        )
      })}
    </Group>
  )
}
