// A copy button, a code block with a copy button, and a secret that is shown once.
import { ActionIcon, Alert, Box, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../texts/texts.tsx'

/** `label` completes “Copy …” for screen readers. */
export function Copy({ value, label = '' }: { value: string; label?: string }) {
  const { common } = useTexts()
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? common.copied : common.copy}>
          <ActionIcon onClick={copy} aria-label={`${copied ? common.copied : common.copy} ${label}`.trim()}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** Lines of code with a copy button. On small screens, the block scrolls. The keyboard can scroll it too. */
export function CodeBlock({ code, what, label }: { code: string; what?: string; label: string }) {
  return (
    <Group gap={0} wrap="nowrap" align="flex-start" bg="var(--sunken)" bd="1px solid var(--line)" bdrs="md">
      <Code
        block
        fz="xs"
        p="md"
        flex={1}
        miw={0}
        bg="transparent"
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ overflowX: 'auto', lineHeight: 1.6 }}
      >
        {code}
      </Code>
      <Box p={6}>
        <Copy value={code} label={what ?? label} />
      </Box>
    </Group>
  )
}

/** A new secret, which the service does not show again. */
export function SecretOnce({ secret, label }: { secret: string; label: string }) {
  const { common } = useTexts()
  return (
    <Alert color="yellow" variant="light" title={label}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Code className="wrap-anywhere" fz="sm" style={{ flex: 1 }}>
            {secret}
          </Code>
          <Copy value={secret} label={label} />
        </Group>
        <Text size="xs">{common.shownOnce}</Text>
      </Stack>
    </Alert>
  )
}
