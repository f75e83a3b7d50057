// The first steps of a workspace, with example requests that contain the test key. The data of the workspace decides
// which steps are done.
import { Accordion, Button, Card, Group, Progress, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState } from 'react'
import type { GettingStarted } from '../../../../sdk/src/api.ts'
import { useRead } from '../../api/queries.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { readStored, store } from '../../state/stored.ts'
import { useTexts } from '../../texts/texts.tsx'
import { StepBody } from './step-body.tsx'

const LOOK_EVERY_MS = 3_000

/** The card is hidden if all steps are done, or if the member hides it. */
export default function FirstSteps() {
  const { start } = useTexts()
  const { id: ws } = useWorkspace()
  const [hidden, setHidden] = useState(readStored('checklist') === 'hidden')
  const started = useRead('readGettingStarted', { path: { ws } }, { every: (data) => isOpen(data) && LOOK_EVERY_MS })
  if (started.data === undefined || !isOpen(started.data)) return null
  const change = (hide: boolean) => {
    store('checklist', hide ? 'hidden' : 'shown')
    setHidden(hide)
  }
  if (hidden) {
    return (
      <Group>
        <Button variant="default" size="xs" onClick={() => change(false)}>
          {start.show}
        </Button>
      </Group>
    )
  }
  return <StepsCard started={started.data} onHide={() => change(true)} />
}

function isOpen(data: GettingStarted | undefined): boolean {
  return isComplete(data) && data.steps.some(({ done }) => !done)
}

/** During an upgrade, an API process of version 0.1.0 can respond. Its response lacks the field `live`. */
function isComplete(data: Partial<GettingStarted> | undefined): data is GettingStarted {
  return data?.live !== undefined
}

function StepsCard({ started, onHide }: { started: GettingStarted; onHide: () => void }) {
  const { start } = useTexts()
  const { steps } = started
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)?.id ?? null
  const [chosen, setChosen] = useState<{ step: string | null; at: string | null }>()
  // When a step is done, the next step opens. Until then, a step that the member opened stays open.
  const opened = chosen !== undefined && chosen.at === next ? chosen.step : next
  return (
    <Card>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <Title order={2}>{start.title}</Title>
          <Text size="sm" c="dimmed">
            {start.text}
          </Text>
        </div>
        <Button variant="subtle" color="gray" size="xs" onClick={onHide} style={{ flex: 'none' }}>
          {start.hide}
        </Button>
      </Group>
      <Group gap="sm" mt="sm" mb="sm" wrap="nowrap">
        <Progress value={(done / steps.length) * 100} style={{ flex: 1 }} size={6} aria-label={start.title} />
        <Text size="xs" c="dimmed" role="status">
          {start.progress(done, steps.length)}
        </Text>
      </Group>
      <Accordion
        value={opened}
        onChange={(step) => setChosen({ step, at: next })}
        variant="separated"
        radius="md"
        order={3}
      >
        {steps.map((step) => (
          <Accordion.Item key={step.id} value={step.id}>
            <Accordion.Control icon={<Sign done={step.done} />}>
              <Text size="sm" fw={560} td={step.done ? 'line-through' : undefined} c={step.done ? 'dimmed' : undefined}>
                {start.steps[step.id].title}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <StepBody step={step} started={started} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Card>
  )
}

function Sign({ done }: { done: boolean }) {
  const { start } = useTexts()
  return done ? (
    <IconCircleCheckFilled size={20} color="var(--mantine-color-verdigris-6)" role="img" aria-label={start.done} />
  ) : (
    <IconCircleDashed size={20} color="var(--mantine-color-gray-6)" role="img" aria-label={start.open} />
  )
}
