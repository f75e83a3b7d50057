// The message of a delivery as its channel shows it, with buttons and layout.
import { Stack, Text } from '@mantine/core'
import type { DeliveryTimeline } from '../../../../../sdk/src/api.ts'
import { useRead } from '../../../api/queries.ts'
import { Message } from '../../../parts/messages/message.tsx'
import { shownMessage } from '../../../parts/messages/shown-message.ts'
import { QueryResult } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function MessagePreview({ delivery }: { delivery: DeliveryTimeline }) {
  const { deliveryDetails } = useTexts()
  const { id: ws, name } = useWorkspace()
  const query = useRead('previewDelivery', { path: { ws, id: delivery.id } }, { fresh: true })
  const isAhead = delivery.status === 'queued' || delivery.status === 'sending'
  return (
    <QueryResult query={query} lines={6}>
      {({ message }) => (
        <Stack gap="xs">
          <Message message={shownMessage(message)} sender={name} still />
          <Text size="xs" c="dimmed">
            {isAhead ? deliveryDetails.previewAhead : deliveryDetails.previewEnded}
          </Text>
        </Stack>
      )}
    </QueryResult>
  )
}
