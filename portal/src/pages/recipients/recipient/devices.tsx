// The push devices of a recipient: the kind, the platform and the time of registration of each device.
import { Group, Stack, Text } from '@mantine/core'
import type { StoredRecipient } from '../../../../../sdk/src/api.ts'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'

type Device = StoredRecipient['push'][number]

export function Devices({ devices }: { devices: Device[] }) {
  const { recipients } = useTexts()
  return (
    <Stack gap={4}>
      <span>{recipients.devices(devices.length)}</span>
      {devices.map((device) => (
        <Group key={device.endpoint ?? device.token} gap={6}>
          <Text size="sm" c="dimmed">
            {[recipients.deviceKinds[device.kind], device.platform ?? device.environment].filter(Boolean).join(' · ')}
          </Text>
          {device.registered_at !== undefined && (
            <Text size="sm" c="dimmed">
              <Time at={device.registered_at} />
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  )
}
