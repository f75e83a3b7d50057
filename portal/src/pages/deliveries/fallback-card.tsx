// The steps of a delivery with a fallback: why each of them started or not, and buttons that stop it or start a step.
import { Anchor, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DeliveryTimeline } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { Channel, StateBadge } from '../../parts/delivery-words.tsx'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { ProblemNotice } from '../../parts/states.tsx'
import { useStepCondition } from '../../parts/step-condition.ts'
import { Moment } from '../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

type Fallback = NonNullable<DeliveryTimeline['fallback']>
type Step = Fallback['steps'][number]

export function FallbackCard({ delivery: { id, mode, fallback } }: { delivery: DeliveryTimeline }) {
  const { fallbacks } = useTexts()
  const may = useMay()
  if (!fallback) return null
  return (
    <Card>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2}>{fallbacks.title}</Title>
        {may.change && fallback.state === 'open' && <FallbackActions fallback={fallback} isTest={mode === 'test'} />}
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {fallback.ended_reason === null ? fallbacks.open : fallbacks.ended[fallback.ended_reason]}
        {fallback.next_at !== null && (
          <>
            {' '}
            {fallbacks.next} <Moment at={fallback.next_at} />
          </>
        )}
      </Text>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {fallback.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their positions and have no other identity.
          <StepLine key={index} number={index + 1} step={step} current={id} />
        ))}
      </Stack>
    </Card>
  )
}

function StepLine({ number, step, current }: { number: number; step: Step; current: number }) {
  const { fallbacks, deliveryDetails } = useTexts()
  const pathTo = usePathTo()
  const conditionOf = useStepCondition()
  const { delivery_id: id } = step
  return (
    <li>
      <Group gap="xs">
        <Text span size="sm" fw={540}>
          {fallbacks.step(number)}
        </Text>
        <Channel name={step.channel} />
        {step.state === 'started' && step.delivery_state !== null ? (
          <StateBadge state={step.delivery_state} attempts_made={step.attempts_made ?? 0} />
        ) : (
          <Badge color="gray" variant="light">
            {fallbacks.states[step.state]}
          </Badge>
        )}
        {id !== null && id !== current && (
          <Anchor size="sm" component={Link} to={pathTo(`deliveries/${id}`)}>
            {deliveryDetails.delivery(id)}
          </Anchor>
        )}
      </Group>
      <Text size="xs" c="dimmed" className="wrap-anywhere sentence">
        {step.reason !== null && <ServerSentence text={step.reason} />}
        {step.state === 'waiting' && conditionOf(step)}
        {step.acted && fallbacks.acted}
      </Text>
    </li>
  )
}

function FallbackActions({ fallback: { id, steps }, isTest }: { fallback: Fallback; isTest: boolean }) {
  const { fallbacks } = useTexts()
  const { id: ws } = useWorkspace()
  const stop = useChange('stopFallback', ['readTimeline'])
  const start = useChange('startFallbackStep', ['readTimeline'])
  const path = { ws, id }
  const next = steps.find(({ state }) => state === 'waiting')
  const askStop = async () => {
    const yes = await confirm({ title: fallbacks.stopTitle, text: fallbacks.stopText, yes: fallbacks.stop })
    if (yes) stop.mutate({ path }, { onSuccess: () => showToast(fallbacks.stopped) })
  }
  const askStart = async () => {
    const yes = await confirm({
      title: fallbacks.startTitle,
      text: isTest ? fallbacks.startTestText : fallbacks.startText,
      yes: fallbacks.start,
      harmless: true,
    })
    if (yes) start.mutate({ path }, { onSuccess: () => showToast(fallbacks.starting) })
  }
  const error = stop.error ?? start.error
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        {next && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={askStart}
            loading={start.isPending}
          >
            {fallbacks.start}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          c="red"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={askStop}
          loading={stop.isPending}
        >
          {fallbacks.stop}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
    </Stack>
  )
}
