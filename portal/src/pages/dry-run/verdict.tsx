// The result of a dry run: the message that would be sent, the earlier message that stands for it, or the refusal.
import { Alert, Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconRepeatOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DryRun, DryRunResponse, ReplayResponse } from '../../../../sdk/src/api.ts'
import { Message } from '../../parts/messages/message.tsx'
import { shownMessage } from '../../parts/messages/shown-message.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Facts } from './facts.tsx'
import { Steps } from './steps.tsx'

export function Verdict({ answer, error }: { answer: DryRun | undefined; error: Error | null }) {
  const { dryRun } = useTexts()
  if (error) return <ProblemNotice error={error} title={dryRun.refused} />
  if (!answer) return null
  const { result, message } = answer
  if ('replayed' in result) return <Earlier result={result} />
  return (
    <Stack gap="md">
      <Alert color="verdigris" variant="light" icon={<IconCheck aria-hidden />} title={dryRun[verdictOf(result)]}>
        {dryRun.nothingStored}
      </Alert>
      <Card>
        <Facts result={result} />
      </Card>
      {!result.digest && <Steps steps={result.steps} />}
      {message !== null && (
        <Card>
          <Title order={2} mb="md">
            {dryRun.message}
          </Title>
          <Preview message={message} />
        </Card>
      )}
    </Stack>
  )
}

function verdictOf({ digest, deferred_until, scheduled_for }: DryRunResponse) {
  if (digest) return digest.result
  if (deferred_until !== null) return 'deferred'
  return scheduled_for === null ? 'queued' : 'scheduled'
}

function Preview({ message }: { message: Record<string, unknown> }) {
  const { name } = useWorkspace()
  return <Message message={shownMessage(message)} sender={name} still />
}

/** The message would not be sent, because an earlier message stands for it. */
function Earlier({ result }: { result: ReplayResponse }) {
  const { deliveryDetails, dryRun } = useTexts()
  const pathTo = usePathTo()
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconRepeatOff aria-hidden />}
      title={result.suppressed_by === 'limit' ? dryRun.limited : dryRun.replayed}
    >
      <Text size="sm">{result.body_mismatch ? dryRun.mismatch : dryRun.earlier}</Text>
      <Anchor component={Link} to={pathTo(`deliveries/${result.delivery_id}`)} size="sm">
        {deliveryDetails.delivery(result.delivery_id)}
      </Anchor>
    </Alert>
  )
}
