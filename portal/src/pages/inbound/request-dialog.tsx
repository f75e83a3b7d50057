// One inbound webhook: its problem, its body, and the button that reprocesses it.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRepeat } from '@tabler/icons-react'
import type { InboundRequestDetail } from '../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Channel } from '../../parts/delivery-words.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { ProblemNotice, QueryResult } from '../../parts/states.tsx'
import { DueTime, Time } from '../../parts/time.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { RequestState } from './rows.tsx'

export function RequestDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { inbound } = useTexts()
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={inbound.one} size="lg">
      {id !== undefined && <Request id={id} />}
    </Dialog>
  )
}

function Request({ id }: { id: number }) {
  const { id: ws } = useWorkspace()
  const query = useRead(
    'readInboundRequest',
    { path: { ws, id } },
    { every: (request) => (request?.status === 'waiting' ? 2_000 : false) },
  )
  return <QueryResult query={query}>{(request) => <Body request={request} />}</QueryResult>
}

function Body({ request }: { request: InboundRequestDetail }) {
  const { inbound } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const { id, status, problem, channel, attempts_made: attempts, received_at: at, next_at: next } = request
  const apply = useChange('applyInboundRequest', ['listInboundRequests', 'readInboundRequest'])
  const canApply = may.change && (status === 'unreadable' || status === 'set_aside')
  return (
    <Stack gap="md">
      {apply.error && <ProblemNotice error={apply.error} />}
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <RequestState status={status} />
          <Channel name={channel} />
          <Text size="sm" c="dimmed">
            <Time at={at} /> · {inbound.attempts(attempts)}
          </Text>
        </Group>
        {canApply && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={14} aria-hidden />}
            loading={apply.isPending}
            onClick={() => apply.mutate({ path: { ws, id } }, { onSuccess: () => showToast(inbound.reprocessing) })}
          >
            {inbound.reprocess}
          </Button>
        )}
      </Group>
      {problem !== null && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={inbound.problems[status]}>
          <Text size="sm" className="wrap-anywhere sentence">
            <ServerSentence text={problem} />
          </Text>
          {next !== null && (
            <Text size="sm" c="dimmed" mt={4}>
              {inbound.nextAttempt} <DueTime at={next} />
            </Text>
          )}
        </Alert>
      )}
      {canApply && (
        <Text size="sm" c="dimmed">
          {inbound.reprocessHint}
        </Text>
      )}
      <CodeBlock code={readable(request.body)} label={inbound.body} />
    </Stack>
  )
}

/** Formats JSON over several lines. Other text stays unchanged. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
