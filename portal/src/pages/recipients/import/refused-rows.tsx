// The refused rows of an import with line, reason and content, and the button that downloads them.
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { RefusedRow } from '../../../../../sdk/src/api.ts'
import { usePages } from '../../../api/queries.ts'
import { ShownPages } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { refusedAddress } from '../files.ts'
import './refused-rows.css'

export function RefusedRows({ importId, count }: { importId: number; count: number }) {
  const { imports } = useTexts()
  const { id: ws } = useWorkspace()
  const pages = usePages('listRefusedRows', { path: { ws, id: importId } })
  return (
    <section aria-label={imports.refusedRows(count)}>
      <Group justify="space-between" mb="sm">
        <div style={{ flex: '1 1 16rem' }}>
          <Title order={2}>{imports.refusedRows(count)}</Title>
          <Text size="sm" c="dimmed">
            {imports.refusedText}
          </Text>
        </div>
        <Button
          component="a"
          href={refusedAddress(ws, importId)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {imports.download}
        </Button>
      </Group>
      <ShownPages pages={pages} empty={null}>
        {(rows) => (
          <ul className="framed refused-rows">
            {rows.map((row) => (
              <Refused key={row.line} row={row} />
            ))}
          </ul>
        )}
      </ShownPages>
    </section>
  )
}

function Refused({ row: { line, problems, cells } }: { row: RefusedRow }) {
  const { imports, serverText } = useTexts()
  const filled = Object.entries(cells).filter(([, cell]) => cell !== '')
  return (
    <li className="refused-row">
      <Text size="sm" fw={560} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {imports.line(line)}
      </Text>
      <Stack gap={2} style={{ minWidth: 0 }}>
        {Object.entries(problems).map(([field, messages]) => (
          <Text key={field} size="sm" className="wrap-anywhere">
            {field !== 'row' && `${field}: `}
            {messages.map(serverText).join('; ')}
          </Text>
        ))}
        <Box c="dimmed" fz="xs" className="wrap-anywhere">
          {filled.map(([column, cell]) => `${column} = ${cell}`).join(' · ')}
        </Box>
      </Stack>
    </li>
  )
}
