// The details of one event or callback: status, body, attempts, and buttons that replay or copy it.
import { Button, Card, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconRepeat, IconTerminal2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SubscriptionEvent } from '../../../../sdk/src/api.ts'
import { CodeBlock, Copy } from '../../parts/copy.tsx'
import { curlOf } from '../../parts/curl.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { DueTime } from '../../parts/time.tsx'
import { useMay } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Attempts, type OutgoingAttempt } from './attempts.tsx'
import { DispatchBadge } from './dispatch-badge.tsx'

interface Dispatch {
  dispatch_id: string
  status: SubscriptionEvent['status']
  next_at: string | null
  body: unknown
  attempts: OutgoingAttempt[]
}

interface DispatchDetailsProps {
  dispatch: Dispatch
  replay: { error: Error | null; isPending: boolean }
  onReplay: () => void
  children?: ReactNode
}

export function DispatchDetails({ dispatch, replay, onReplay, children }: DispatchDetailsProps) {
  const { webhooks } = useTexts()
  const may = useMay()
  return (
    <Stack gap="lg">
      {replay.error && <ProblemNotice error={replay.error} />}
      <Group justify="space-between">
        <Group gap="xs">
          <DispatchBadge status={dispatch.status} />
          {children}
          {dispatch.next_at !== null && dispatch.attempts.length > 0 && (
            <Text size="sm" c="dimmed">
              {webhooks.nextAttempt} <DueTime at={dispatch.next_at} />
            </Text>
          )}
        </Group>
        <Group gap="xs">
          {may.change && <CopyRequest dispatch={dispatch} />}
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
      <div className="dispatch-columns">
        <Card>
          <Title order={2} mb="sm">
            {webhooks.body}
          </Title>
          <CodeBlock code={JSON.stringify(dispatch.body, undefined, 2)} label={webhooks.body} />
        </Card>
        <Card>
          <Title order={2} mb="sm">
            {webhooks.attempts}
          </Title>
          <Attempts attempts={dispatch.attempts} />
        </Card>
      </div>
    </Stack>
  )
}

/** Copies the request of the last attempt as a curl command, for example to repeat it against a local server. */
function CopyRequest({ dispatch: { body, attempts } }: { dispatch: Dispatch }) {
  const { common, deliveryDetails } = useTexts()
  const request = attempts.findLast((attempt) => attempt.request)?.request
  if (!request) return null
  return (
    <CopyButton value={curlOf(request.url, request.headers, JSON.stringify(body))} timeout={1500}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconTerminal2 size={14} aria-hidden />}
          onClick={copy}
        >
          {copied ? common.copied : deliveryDetails.copyCurl}
        </Button>
      )}
    </CopyButton>
  )
}
