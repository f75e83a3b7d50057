// The dialog that sends a test event to an endpoint and shows the response.
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Subscription } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { PlainList } from '../../parts/lists/plain-list.tsx'
import { ProblemNotice } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { AttemptCard } from './attempts.tsx'
import { type EventName, everyEvent } from './choice.tsx'

interface TestEventProps {
  endpoint: Subscription
  opened: boolean
  onClose: () => void
}

export function TestEvent({ endpoint, opened, onClose }: TestEventProps) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const [event, setEvent] = useState<EventName>(endpoint.events[0] ?? 'delivery.sent')
  const [sentAt, setSentAt] = useState('')
  const test = useChange('sendTestEvent', [
    'readSubscription',
    'listSubscriptionEvents',
    'listAttempts',
    'readEndpointFigures',
  ])
  const leave = () => {
    onClose()
    test.reset()
  }
  const sendIt = () => {
    setSentAt(new Date().toISOString())
    test.mutate({ path: { ws, id: endpoint.id }, body: { event } })
  }
  return (
    <Dialog opened={opened} onClose={leave} title={webhooks.test}>
      <Stack gap="md">
        <Text size="sm">{webhooks.testText}</Text>
        <Select
          label={webhooks.event}
          data={everyEvent}
          value={event}
          allowDeselect={false}
          onChange={(name) => name && setEvent(name as EventName)}
          comboboxProps={{ withinPortal: true }}
        />
        {test.error && <ProblemNotice error={test.error} />}
        <div role="status">
          {test.data && (
            <PlainList ordered>
              <AttemptCard attempt={{ ...test.data, attempt: 1, started_at: sentAt }} title={test.data.event} isTest />
            </PlainList>
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            {common.close}
          </Button>
          <Button onClick={sendIt} loading={test.isPending}>
            {test.data ? webhooks.sendAnother : webhooks.sendTest}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
