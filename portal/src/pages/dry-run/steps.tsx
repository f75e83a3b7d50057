// The steps of the message in a dry run: where and when each of them would start, and why it may be skipped.
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { DryRunResponse } from '../../../../sdk/src/api.ts'
import { Channel } from '../../parts/delivery-words.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { useStepCondition } from '../../parts/step-condition.ts'
import { Moment } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

type Step = NonNullable<DryRunResponse['steps']>[number]

/** Shows the steps of the message. Explains the field `fallback` for a message without steps. */
export function Steps({ steps }: { steps: Step[] | undefined }) {
  const { dryRun, fallbacks } = useTexts()
  return (
    <Card component="section" aria-label={fallbacks.title}>
      <Title order={2} mb="xs">
        {fallbacks.title}
      </Title>
      <Text size="sm" c="dimmed" mb={steps ? 'md' : 0}>
        {steps ? dryRun.stepsText : dryRun.noSteps}
      </Text>
      {steps && (
        <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their positions and have no other identity.
            <StepLine key={index} number={index + 1} step={step} />
          ))}
        </Stack>
      )}
    </Card>
  )
}

const COLORS = { started: 'verdigris', waiting: 'gray', skipped: 'yellow' } as const

function StepLine({ number, step }: { number: number; step: Step }) {
  const { dryRun, fallbacks, timeline } = useTexts()
  const conditionOf = useStepCondition()
  const { status, channel, address, price, reason, obstacle } = step
  return (
    <li>
      <Group gap="xs">
        <Text span size="sm" fw={540}>
          {fallbacks.step(number)}
        </Text>
        <Channel name={channel} />
        <Badge color={COLORS[status]} variant="light">
          {dryRun.stepStates[status]}
        </Badge>
      </Group>
      <Text size="sm" className="wrap-anywhere">
        {address ?? dryRun.noAddress}
      </Text>
      <Stack gap={2} fz="xs" c="dimmed" className="wrap-anywhere">
        {status === 'waiting' && <span>{conditionOf(step)}</span>}
        <Times step={step} />
        {reason !== null && (
          <div className="sentence">
            <ServerSentence text={reason} />
          </div>
        )}
        {obstacle !== null && (
          <span>
            {dryRun.obstacle} <ServerSentence text={obstacle} />
          </span>
        )}
        {status === 'waiting' && (
          <span>
            {dryRun.stepPrice} {price.account === null ? timeline.free : timeline.paidBy(price.account, price.credits)}
          </span>
        )}
      </Stack>
    </li>
  )
}

/** The time at which a step would start, and the end of the quiet hours at this time. */
function Times({ step: { status, after_seconds, starts_at, deferred_until } }: { step: Step }) {
  const { dryRun } = useTexts()
  if (status === 'skipped') return null
  if (starts_at === null) return after_seconds === null ? null : <span>{dryRun.noStart}</span>
  return (
    <>
      <span>
        {dryRun.starts} <Moment at={starts_at} />
      </span>
      {deferred_until !== null && (
        <span>
          {dryRun.waitsUntil} <Moment at={deferred_until} />
        </span>
      )}
    </>
  )
}
