// The selection of an endpoint's events, each with a description.
import { Checkbox, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Subscription } from '../../../../sdk/src/api.ts'
import { useTexts } from '../../texts/texts.tsx'

export type EventName = Subscription['events'][number]

const groups = {
  deliveries: [
    'delivery.queued',
    'delivery.sent',
    'delivery.delivered',
    'delivery.read',
    'delivery.failed',
    'delivery.action_taken',
  ],
  messages: [
    'message.sent',
    'message.deferred',
    'message.expired',
    'message.received',
    'delivery.status',
    'message.bounced',
    'message.complained',
    'digest.closed',
  ],
  fallbacks: ['fallback.step_started', 'fallback.ended'],
  contacts: [
    'contact.created',
    'contact.updated',
    'recipient.suppressed',
    'recipient.preferences_changed',
    'automation.triggered',
  ],
} as const satisfies Record<string, EventName[]>

export const everyEvent: EventName[] = Object.values(groups).flat()

interface ChoiceProps {
  value: EventName[]
  onChange: (events: EventName[]) => void
  error?: string | undefined
}

export function Choice({ value, onChange, error }: ChoiceProps) {
  const { webhooks } = useTexts()
  const all = value.length === everyEvent.length
  return (
    <Checkbox.Group
      label={
        <Group justify="space-between" component="span">
          <span>{webhooks.events}</span>
        </Group>
      }
      value={value}
      onChange={(names) => onChange(names as EventName[])}
      error={error}
    >
      <UnstyledButton fz="xs" c="var(--mantine-color-anchor)" mt={4} onClick={() => onChange(all ? [] : everyEvent)}>
        {all ? webhooks.chooseNone : webhooks.chooseAll}
      </UnstyledButton>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="md">
        {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <Stack key={group} gap={8} component="fieldset" m={0} p={0} style={{ border: 0, minWidth: 0 }}>
            <Text component="legend" size="xs" c="dimmed" fw={560} mb={4} p={0}>
              {webhooks.groups[group]}
            </Text>
            {groups[group].map((name) => (
              <Checkbox key={name} value={name} label={name} description={webhooks.when[name]} />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
