// The fallback in the sending defaults of a template: the channels of a message, in order.
import { Button, Card, Group, Input, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { Template } from '../../../../../sdk/src/api.ts'
import { useChannelChoices } from '../../../parts/channels.ts'
import { useTexts } from '../../../texts/texts.tsx'

type Steps = NonNullable<Template['defaults']['fallback']>
type Step = Steps[number]

/** The service permits at most this number of steps. */
const MOST_STEPS = 10

interface DefaultFallbackProps {
  steps: Steps
  /** Called with the changed steps, or with undefined if the fallback was removed. */
  onChange: (steps: Steps | undefined) => void
}

export function DefaultFallback({ steps, onChange }: DefaultFallbackProps) {
  const { sendingDefaults } = useTexts()
  const channels = useChannelChoices()
  const [first, second = first] = channels
  const change = (index: number, step: Step) => onChange(steps.with(index, step))
  const remove = (index: number) => onChange(withoutConditionOfFirst(steps.toSpliced(index, 1)))
  const add = () => {
    if (!first || !second) return
    const unused = channels.find(({ value }) => !steps.some(({ channel }) => channel === value)) ?? first
    onChange(
      steps.length === 0
        ? [{ channel: first.value }, { channel: second.value }]
        : [...steps, { channel: unused.value }],
    )
  }
  return (
    <Input.Wrapper label={sendingDefaults.fallback} description={sendingDefaults.fallbackHint} labelElement="div">
      <Stack gap="sm" mt="xs" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step, index) => (
          <StepFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel may occur twice, so steps have only their position.
            key={index}
            number={index + 1}
            step={step}
            onChange={(changed) => change(index, changed)}
            onRemove={steps.length > 2 ? () => remove(index) : undefined}
          />
        ))}
      </Stack>
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={steps.length >= MOST_STEPS || channels.length === 0}
          onClick={add}
        >
          {steps.length === 0 ? sendingDefaults.addFallback : sendingDefaults.addStep}
        </Button>
        {steps.length > 0 && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
            {sendingDefaults.removeFallback}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

interface StepFieldsProps {
  number: number
  step: Step
  onChange: (step: Step) => void
  /** Undefined if the fallback would have too few steps. */
  onRemove: (() => void) | undefined
}

/** The fields of a step. The first step starts at once, so it has only a channel. */
function StepFields({ number, step: { channel, after, unless }, onChange, onRemove }: StepFieldsProps) {
  const { fallbacks, sendingDefaults } = useTexts()
  const channels = useChannelChoices()
  const title = fallbacks.step(number)
  return (
    <Card component="li" withBorder p="sm">
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={540}>
          {title}
        </Text>
        {onRemove && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={14} aria-hidden />}
            aria-label={sendingDefaults.removeStep(number)}
            onClick={onRemove}
          >
            {sendingDefaults.remove}
          </Button>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Select
          label={sendingDefaults.channel}
          aria-label={sendingDefaults.of(title, sendingDefaults.channel)}
          allowDeselect={false}
          data={channels}
          value={channel}
          onChange={(value) => onChange({ ...stepOf(value ?? channel, after, unless) })}
        />
        {number > 1 && (
          <>
            <TextInput
              label={sendingDefaults.after}
              aria-label={sendingDefaults.of(title, sendingDefaults.after)}
              placeholder={sendingDefaults.afterFailure}
              maxLength={8}
              value={after ?? ''}
              onChange={(event) => onChange(stepOf(channel, event.currentTarget.value || undefined, unless))}
            />
            <Select
              label={sendingDefaults.unless}
              aria-label={sendingDefaults.of(title, sendingDefaults.unless)}
              allowDeselect={false}
              data={(['delivered', 'read', 'acted'] as const).map((value) => ({
                value,
                label: sendingDefaults.reached[value],
              }))}
              value={unless ?? 'delivered'}
              onChange={(value) =>
                onChange(stepOf(channel, after, value === 'delivered' ? undefined : (value ?? unless)))
              }
            />
          </>
        )}
      </SimpleGrid>
    </Card>
  )
}

function stepOf(channel: Step['channel'], after: Step['after'], unless: Step['unless']): Step {
  return { channel, ...(after === undefined ? {} : { after }), ...(unless === undefined ? {} : { unless }) }
}

function withoutConditionOfFirst([first, ...others]: Steps): Steps {
  return first ? [{ channel: first.channel }, ...others] : []
}
