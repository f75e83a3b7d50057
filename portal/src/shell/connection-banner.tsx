// The banner that is shown while the service is unreachable. When the service responds again, all data on the page is
// read again.
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { probe, reachable } from '../api/connection.ts'
import { useStore } from '../state/store.ts'
import { useTexts } from '../texts/texts.tsx'

export function ConnectionBanner() {
  const { connection } = useTexts()
  const client = useQueryClient()
  const isReachable = useStore(reachable)
  const wasAway = useRef(false)
  useEffect(() => {
    if (isReachable && wasAway.current) void client.invalidateQueries()
    wasAway.current = !isReachable
  }, [isReachable, client])
  if (isReachable) return null
  return (
    <Alert color="yellow" role="status" icon={<IconPlugConnectedX aria-hidden />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{connection.lost}</Text>
        <Button size="xs" variant="default" onClick={() => void probe()}>
          {connection.retryNow}
        </Button>
      </Group>
    </Alert>
  )
}
