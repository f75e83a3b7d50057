// New recovery codes, which the service shows once, with buttons that copy and download them.
import { Box, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Copy } from '../../../parts/copy.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const { secondFactor } = useTexts()
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Text size="sm">{secondFactor.codesText}</Text>
      <Box pos="relative">
        <Code block fz="sm" p="md" style={{ columns: '2 11em', lineHeight: 1.9 }}>
          {text}
        </Code>
        <Box pos="absolute" top={6} right={6}>
          <Copy value={text} label={secondFactor.codesLabel} />
        </Box>
      </Box>
      <Group justify="space-between" gap="xs">
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download={secondFactor.fileName}
        >
          {secondFactor.download}
        </Button>
        <Button onClick={onStored}>{secondFactor.stored}</Button>
      </Group>
    </Stack>
  )
}
