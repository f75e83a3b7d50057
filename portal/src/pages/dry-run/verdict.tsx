// The result of a dry run: the message that would be sent, the earlier message that stands for it, or the refusal.
import { Alert, Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconRepeatOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DryRun, DryRunResponse, ReplayResponse } from '../../../../sdk/src/api.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { Message } from '../../parts/messages/message.tsx'
import { shownMessage } from '../../parts/messages/shown-message.ts'
import { ProblemNotice } from '../../parts/states.tsx'
import { Moment } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function Verdict({ answer, error }: { answer: DryRun | undefined; error: Error | null }) {
  const { dryRun } = useTexts()
  if (error) return <ProblemNotice error={error} title={dryRun.refused} />
  if (!answer) return null
  const { result, message } = answer
  if ('replayed' in result) return <Earlier result={result} />
  return (
    <Stack gap="md">
      <Alert
        color="verdigris"
        variant="light"
        icon={<IconCheck aria-hidden />}
        title={result.scheduled_for === null ? dryRun.queued : dryRun.scheduled}
      >
        {dryRun.nothingStored}
      </Alert>
      <Card>
        <Facts result={result} />
      </Card>
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

function Preview({ message }: { message: Record<string, unknown> }) {
  const { name } = useWorkspace()
  return <Message message={shownMessage(message)} sender={name} still />
}

function Facts({ result }: { result: DryRunResponse }) {
  const { deliveries, dryRun, timeline } = useTexts()
  const pathTo = usePathTo()
  const { recipient, template, channel, locale, price, scheduled_for, expires_at } = result
  const facts: [string, ReactNode][] = [
    [
      timeline.to,
      recipient.id === null ? (
        dryRun.newRecipient(recipient.name)
      ) : (
        <Anchor key="to" inherit component={Link} to={pathTo(`recipients/${recipient.id}`)}>
          {recipient.name}
        </Anchor>
      ),
    ],
    [deliveries.channel, <Channel key="channel" name={channel} />],
    [dryRun.address, recipient.address],
    [
      timeline.template,
      <Anchor key="template" inherit component={Link} to={pathTo(`templates/${template}`)}>
        {template}
      </Anchor>,
    ],
    [dryRun.language, locale],
    [dryRun.price, price.account === null ? timeline.free : timeline.paidBy(price.account, price.credits)],
    [timeline.scheduledFor, scheduled_for && <Moment key="scheduled" at={scheduled_for} />],
    [dryRun.expires, <Moment key="expires" at={expires_at} />],
  ]
  return (
    <dl className="facts">
      {facts
        .filter(([, fact]) => Boolean(fact))
        .map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </div>
        ))}
    </dl>
  )
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
