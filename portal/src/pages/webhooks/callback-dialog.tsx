// One action callback: its body, every attempt, and a way to send it again.
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useChange, useRead } from '../../api/queries.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { say } from '../../parts/form-problems.ts'
import { ProblemNotice, Shown } from '../../parts/states.tsx'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Attempts } from './attempts.tsx'
import { ToldBadge } from './told-badge.tsx'

export function CallbackDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { webhooks } = useTexts()
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={webhooks.callback} size="lg">
      {id !== undefined && <Body id={id} />}
    </Dialog>
  )
}

function Body({ id }: { id: number }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const query = useRead('readCallback', { path: { ws, id } }, { every: 5_000 })
  const replay = useChange('replayCallback', ['listCallbacks', 'readCallback'])
  return (
    <Shown query={query}>
      {(callback) => (
        <Stack gap="md">
          {replay.error && <ProblemNotice error={replay.error} />}
          <Group justify="space-between">
            <ToldBadge status={callback.status} />
            {may.change && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRepeat size={14} aria-hidden />}
                loading={replay.isPending}
                onClick={() => replay.mutate({ path: { ws, id } }, { onSuccess: () => say(webhooks.onItsWay) })}
              >
                {webhooks.replay}
              </Button>
            )}
          </Group>
          <CodeBlock code={JSON.stringify(callback.body, undefined, 2)} label={webhooks.body} />
          <Title order={2}>{webhooks.attempts}</Title>
          <Attempts attempts={callback.attempts} />
        </Stack>
      )}
    </Shown>
  )
}
