// The request of a delivery, rebuilt from the stored message, with a button that copies it as a curl command.
import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconTerminal2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DeliveryTimeline } from '../../../../../sdk/src/api.ts'
import { CodeBlock } from '../../../parts/copy.tsx'
import { curlOf } from '../../../parts/curl.ts'
import { useSession } from '../../../session/session.ts'
import { useMay, usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function RequestTab({ delivery: { request, key, mode, source_id } }: { delivery: DeliveryTimeline }) {
  const { common, deliveryDetails } = useTexts()
  const { installation } = useSession()
  const may = useMay()
  const pathTo = usePathTo()
  const url = `${installation.public_url}${installation.base_path}/send`
  const prefix = mode === 'test' ? installation.prefixes.api_test : installation.prefixes.api_live
  const headers = {
    Authorization: `Bearer ${prefix}${key?.kind === 'api' ? `…${key.hint}` : '…'}`,
    'Content-Type': 'application/json',
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 18rem' }}>
          {deliveryDetails.requestText}
          {!may.change && ` ${deliveryDetails.requestMasked}`}
        </Text>
        <CopyButton value={curlOf(url, headers, JSON.stringify(request, null, 2))} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconTerminal2 size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? common.copied : deliveryDetails.copyCurl}
            </Button>
          )}
        </CopyButton>
      </Group>
      <CodeBlock code={JSON.stringify(request, null, 2)} label={deliveryDetails.request} />
      {key !== null && (
        <Text size="sm" c="dimmed">
          {deliveryDetails.sentWith}{' '}
          <Anchor
            inherit
            underline="always"
            component={Link}
            to={pathTo(`sources/${source_id}`)}
            search={{ tab: 'keys' } as never}
          >
            {deliveryDetails.keyName(key.name, key.hint)}
          </Anchor>
        </Text>
      )}
    </Stack>
  )
}
