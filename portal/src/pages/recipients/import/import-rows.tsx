// The list of recent imports with their results.
import { Badge, Button, Text } from '@mantine/core'
import type { Import } from '../../../../../sdk/src/api.ts'
import { Rows } from '../../../parts/lists/table.tsx'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export function ImportRows({ rows, onShow }: { rows: Import[]; onShow: (id: number) => void }) {
  const { imports } = useTexts()
  return (
    <Rows
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: imports.file,
          cell: (row) => (
            <Button
              variant="transparent"
              size="compact-sm"
              px={0}
              onClick={() => onShow(row.id)}
              styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' } }}
            >
              {row.name ?? imports.unnamed(row.id)}
            </Button>
          ),
        },
        {
          title: imports.result,
          from: 'xs',
          cell: (row) => (
            <>
              <Text size="sm">
                {row.dry_run ? imports.dryRun : imports.summary(row.created, row.updated, row.refused)}
              </Text>
              {row.state !== 'done' && <Badge color="yellow">{imports.states[row.state]}</Badge>}
            </>
          ),
        },
        { title: imports.started, quiet: true, cell: (row) => <Time at={row.created_at} /> },
      ]}
    />
  )
}
