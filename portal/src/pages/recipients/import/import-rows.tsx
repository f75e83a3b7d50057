// The imports of the last days, each with what came of it.
import { Badge, Button, Table, Text } from '@mantine/core'
import type { Import } from '../../../api/operations.ts'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function ImportRows({ rows, onShow }: { rows: Import[]; onShow: (id: number) => void }) {
  const { imports } = useTexts()
  return (
    <div className="framed">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{imports.file}</Table.Th>
            <Table.Th visibleFrom="xs">{imports.came}</Table.Th>
            <Table.Th>{imports.started}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Button
                  variant="transparent"
                  size="compact-sm"
                  px={0}
                  onClick={() => onShow(row.id)}
                  styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' } }}
                >
                  {row.name ?? imports.unnamed(row.id)}
                </Button>
              </Table.Td>
              <Table.Td visibleFrom="xs">
                <Text size="sm" className="numbers">
                  {row.dry_run ? imports.dryRun : imports.summary(row.created, row.updated, row.refused)}
                </Text>
                {row.state !== 'done' && <Badge color="yellow">{imports.states[row.state]}</Badge>}
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  <Time at={row.created_at} />
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
