// The body of one first step: missing requirements, the request to send, and links to further pages.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { GettingStarted } from '../../../../sdk/src/api.ts'
import { useMay, usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { NewSource } from '../sources/new-source.tsx'
import { NewTemplate } from '../templates/new-template.tsx'
import { Snippets } from './snippets.tsx'

export type Step = GettingStarted['steps'][number]

export function StepBody({ step, started }: { step: Step; started: GettingStarted }) {
  const { start } = useTexts()
  const pathTo = usePathTo()
  const source = sourcePath(started.source_id)
  const after = {
    send_test_message: pathTo('test-inbox'),
    connect_channel: pathTo(source),
    send_live_message: pathTo('deliveries'),
    receive_events: pathTo('webhooks'),
  }[step.id]
  return (
    <Stack gap="sm">
      {step.id === 'send_test_message' && <TestMessage started={started} done={step.done} />}
      {step.id === 'send_live_message' && <LiveMessage started={started} done={step.done} />}
      <FailedMessage step={step} />
      {step.id === 'connect_channel' && (
        <Explained text={start.steps.connect_channel.text}>
          {!step.done &&
            (started.source_id === null ? (
              <CreateSource />
            ) : (
              <PageButton to={source} text={start.steps.connect_channel.action} />
            ))}
        </Explained>
      )}
      {step.id === 'receive_events' && (
        <Explained text={start.steps.receive_events.text}>
          {!step.done && <PageButton to="webhooks" text={start.steps.receive_events.action} />}
        </Explained>
      )}
      {step.done ? (
        <Anchor component={Link} to={after} size="sm">
          {start.steps[step.id].after}
        </Anchor>
      ) : (
        <Text size="xs" c="dimmed">
          {start.waiting}
        </Text>
      )}
    </Stack>
  )
}

function TestMessage({ started, done }: { started: GettingStarted; done: boolean }) {
  const { start } = useTexts()
  const may = useMay()
  const { missing, request } = started.test
  const texts = start.steps.send_test_message
  if (missing === 'source')
    return (
      <Explained text={texts.noSource}>
        <CreateSource />
      </Explained>
    )
  if (missing === 'template')
    return (
      <Explained text={texts.noTemplate}>
        <CreateTemplate />
      </Explained>
    )
  if (!may.change) return <Explained text={texts.viewer} />
  if (missing === 'key')
    return (
      <Explained text={texts.noKey}>
        {!done && <PageButton to={sourcePath(started.source_id)} tab="keys" text={texts.action} />}
      </Explained>
    )
  return (
    <Explained text={texts.text}>{request && <Snippets sample={request} apiKey={started.test_key ?? ''} />}</Explained>
  )
}

function LiveMessage({ started, done }: { started: GettingStarted; done: boolean }) {
  const { start } = useTexts()
  const { missing, source_id, key_hint, hint, request } = started.live
  const texts = start.steps.send_live_message
  if (missing === 'connection') return <Explained text={texts.noConnection} />
  if (missing === 'key')
    return (
      <Explained text={texts.noKey}>
        {!done && <PageButton to={sourcePath(source_id)} tab="keys" text={texts.action} />}
      </Explained>
    )
  if (missing === 'template')
    return (
      <Explained text={texts.noTemplate}>
        <PageButton to="templates" text={texts.toTemplates} />
      </Explained>
    )
  return (
    <Explained text={`${texts.text(key_hint ?? '')} ${hint ? texts.hints[hint] : ''}`}>
      {request && <Snippets sample={request} apiKey={key_hint ?? ''} />}
      {!done && <PageButton to={sourcePath(source_id)} tab="keys" text={texts.toKeys} quiet />}
    </Explained>
  )
}

/** A link to a live message that failed. Shows nothing if the response contains no such message. */
function FailedMessage({ step }: { step: Partial<Step> }) {
  const { start } = useTexts()
  const pathTo = usePathTo()
  const texts = start.steps.send_live_message
  if (typeof step.failed_delivery_id !== 'number') return null
  return (
    <Text size="sm">
      {texts.failed}{' '}
      <Anchor component={Link} to={pathTo(`deliveries/${step.failed_delivery_id}`)} size="sm" inherit>
        {texts.toFailed}
      </Anchor>
    </Text>
  )
}

function sourcePath(source: number | null): string {
  return source === null ? 'sources' : `sources/${source}`
}

function Explained({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {children}
    </>
  )
}

/** A button that opens a page of the workspace. `tab` is the tab to open on this page. */
function PageButton({ to, tab, text, quiet = false }: { to: string; tab?: string; text: string; quiet?: boolean }) {
  const pathTo = usePathTo()
  return (
    <Group>
      <Button
        component={Link}
        to={pathTo(to)}
        search={(tab === undefined ? {} : { tab }) as never}
        size="xs"
        variant={quiet ? 'default' : 'filled'}
        rightSection={<IconArrowRight size={14} aria-hidden />}
      >
        {text}
      </Button>
    </Group>
  )
}

function CreateSource() {
  const { start } = useTexts()
  return <CreateButton text={start.createSource} dialog={NewSource} />
}

function CreateTemplate() {
  const { start } = useTexts()
  return <CreateButton text={start.createTemplate} dialog={NewTemplate} />
}

/** A button and the dialog that it opens. Viewers do not see the button. */
function CreateButton({ text, dialog: Dialog }: { text: string; dialog: typeof NewSource }) {
  const may = useMay()
  const [opened, setOpened] = useState(false)
  if (!may.change) return null
  return (
    <Group>
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpened(true)}>
        {text}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} />
    </Group>
  )
}
