// The details of one event or callback: status, body, attempts, and a button that replays it.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SubscriptionEvent } from '../../../../sdk/src/api.ts'
import { CodeBlock, Copy } from '../../parts/copy.tsx'
import { ProblemNotice } from '../../parts/states.tsx'
import { useMay } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Attempts, type OutgoingAttempt } from './attempts.tsx'
import { DispatchBadge } from './dispatch-badge.tsx'

interface DispatchDetailsProps {
  dispatch: { dispatch_id: string; status: SubscriptionEvent['status']; body: unknown; attempts: OutgoingAttempt[] }
  replay: { error: Error | null; isPending: boolean }
  onReplay: () => void
  children?: ReactNode
}

export function DispatchDetails({ dispatch, replay, onReplay, children }: DispatchDetailsProps) {
  const { webhooks } = useTexts()
  const may = useMay()
  return (
    <Stack gap="md">
      {replay.error && <ProblemNotice error={replay.error} />}
      <Group justify="space-between">
        <Group gap="xs">
          <DispatchBadge status={dispatch.status} />
          {children}
        </Group>
        {may.change && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={14} aria-hidden />}
            loading={replay.isPending}
            onClick={onReplay}
          >
            {webhooks.replay}
          </Button>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" className="wrap-anywhere">
          {webhooks.dispatchId}:{' '}
          <Text span inherit ff="monospace">
            {dispatch.dispatch_id}
          </Text>
        </Text>
        <Copy value={dispatch.dispatch_id} label={webhooks.dispatchId} />
      </Group>
      <CodeBlock code={JSON.stringify(dispatch.body, undefined, 2)} label={webhooks.body} />
      <Title order={2}>{webhooks.attempts}</Title>
      <Attempts attempts={dispatch.attempts} />
    </Stack>
  )
}
