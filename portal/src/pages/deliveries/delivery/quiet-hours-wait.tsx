// A message that waits for the end of quiet hours: until when, and a button that sends it now.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconMoon, IconSend } from '@tabler/icons-react'
import type { DeliveryTimeline } from '../../../../../sdk/src/api.ts'
import { useChange } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ProblemNotice } from '../../../parts/states.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function QuietHoursWait({ delivery }: { delivery: DeliveryTimeline }) {
  const { quietHoursWait: texts } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const send = useChange('sendDeferredNow', ['listDeliveries', 'readTimeline'])
  const { id, state, error_message, recipient_name } = delivery
  if (state !== 'deferred') return send.error ? <ProblemNotice error={send.error} /> : null
  const askSend = async () => {
    const yes = await confirm({
      title: texts.askTitle,
      text: texts.askText(recipient_name),
      yes: texts.sendNow,
      no: texts.keep,
      harmless: true,
    })
    if (yes) send.mutate({ path: { ws, id } }, { onSuccess: () => showToast(texts.sent) })
  }
  return (
    <Stack gap="xs">
      <Alert color="blue" icon={<IconMoon aria-hidden />}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="wrap-anywhere sentence">
            <ServerSentence text={error_message ?? ''} />
          </Text>
          {may.change && (
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={askSend}
              loading={send.isPending}
            >
              {texts.sendNow}
            </Button>
          )}
        </Group>
      </Alert>
      {send.error && <ProblemNotice error={send.error} />}
    </Stack>
  )
}
