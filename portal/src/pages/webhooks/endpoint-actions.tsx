// The actions on an endpoint: test, edit, rotate the secret, replay events, disable, remove.
import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconBan, IconKey, IconPencil, IconPlayerPlay, IconRepeat, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscription } from '../../../../sdk/src/api.ts'
import { problemOf } from '../../api/problem.ts'
import { useChange } from '../../api/queries.ts'
import { SecretOnce } from '../../parts/copy.tsx'
import { confirm } from '../../parts/forms/confirm.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { MoreActions } from '../../parts/more-actions.tsx'
import { ProblemNotice, sentenceOf } from '../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { EditEndpoint } from './edit-endpoint.tsx'
import { TestEvent } from './test-event.tsx'
import { Verification } from './verification/verification.tsx'

/** The queries that become stale when an endpoint changes. */
export const staleEndpointQueries = [
  'readSubscription',
  'listSubscriptions',
  'listSubscriptionEvents',
  'listAttempts',
  'readEndpointFigures',
] as const

export function EndpointActions({ endpoint }: { endpoint: Subscription }) {
  const { webhooks } = useTexts()
  const may = useMay()
  const [open, setOpen] = useState<'edit' | 'test' | undefined>()
  const close = () => setOpen(undefined)
  const changes = useEndpointChanges(endpoint)
  if (!may.change) return null
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => setOpen('test')}
        disabled={endpoint.status === 'disabled'}
      >
        {webhooks.test}
      </Button>
      <MoreActions>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
          {webhooks.edit}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRepeat size={16} aria-hidden />}
          onClick={changes.replayFailed}
          disabled={endpoint.status === 'disabled'}
        >
          {webhooks.replayFailed}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => void changes.rotate()}>
          {webhooks.rotate}
        </Menu.Item>
        {endpoint.status === 'active' && (
          <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => void changes.disable()}>
            {webhooks.disable}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void changes.remove()}>
          {webhooks.remove}
        </Menu.Item>
      </MoreActions>
      <EditEndpoint endpoint={endpoint} opened={open === 'edit'} onClose={close} />
      <TestEvent endpoint={endpoint} opened={open === 'test'} onClose={close} />
      <NewSecret secret={changes.newSecret} onClose={changes.forgetSecret} />
    </Group>
  )
}

/** Returns the actions of the menu. Each action asks for confirmation. */
function useEndpointChanges({ id, url }: Subscription) {
  const texts = useTexts()
  const { webhooks } = texts
  const { id: ws } = useWorkspace()
  const path = { ws, id }
  const navigate = useNavigate()
  const pathTo = usePathTo()
  const rotate = useChange('rotateSecret', [...staleEndpointQueries])
  const replay = useChange('replayEvents', [...staleEndpointQueries])
  const disable = useChange('disableSubscription', [...staleEndpointQueries])
  const remove = useChange('unsubscribe', ['listSubscriptions'])
  const onError = (error: unknown) => showToast(sentenceOf(problemOf(error), texts))
  return {
    newSecret: rotate.data?.secret,
    forgetSecret: rotate.reset,
    async rotate() {
      const yes = await confirm({
        title: webhooks.rotateQuestion,
        text: webhooks.rotateText,
        yes: webhooks.rotate,
        harmless: true,
      })
      if (yes) rotate.mutate({ path, body: {} }, { onError })
    },
    async disable() {
      const yes = await confirm({
        title: webhooks.disableQuestion(url),
        text: webhooks.disableText,
        yes: webhooks.disable,
      })
      if (yes) disable.mutate({ path }, { onError })
    },
    async remove() {
      const yes = await confirm({
        title: webhooks.removeQuestion(url),
        text: webhooks.removeText,
        yes: webhooks.remove,
      })
      if (yes) remove.mutate({ path }, { onError, onSuccess: () => void navigate({ to: pathTo('webhooks') }) })
    },
    replayFailed: () =>
      replay.mutate(
        { path, body: { failed: true } },
        { onError, onSuccess: ({ replayed }) => showToast(webhooks.replayed(replayed)) },
      ),
  }
}

function NewSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { common, webhooks } = useTexts()
  return (
    <Dialog keeps opened={secret !== undefined} onClose={onClose} title={webhooks.rotate} size="lg">
      {secret !== undefined && (
        <Stack gap="md">
          <SecretOnce secret={secret} label={webhooks.secret} />
          <Text size="sm">{webhooks.rotateText}</Text>
          <Verification />
          <Group justify="flex-end">
            <Button onClick={onClose}>{common.done}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

/** Reactivates a disabled endpoint. Events that it missed can be replayed. */
export function Reactivate({ id }: { id: number }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const reactivate = useChange('reactivateSubscription', [...staleEndpointQueries])
  if (!may.change) return null
  return (
    <>
      {reactivate.error && <ProblemNotice error={reactivate.error} />}
      <Button
        size="xs"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={reactivate.isPending}
        onClick={() => reactivate.mutate({ path: { ws, id } }, { onSuccess: () => showToast(webhooks.reactivated) })}
      >
        {webhooks.reactivate}
      </Button>
    </>
  )
}
