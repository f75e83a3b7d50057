// A table in a frame: its columns say what stands in them, and it scrolls within the frame where the screen is too narrow.
import { Table, Text } from '@mantine/core'
import type { Key, ReactNode } from 'react'

export interface Column<T> {
  title: string
  cell: (row: T) => ReactNode
  /** Figures and buttons stand at the right. */
  right?: boolean
  /** Beside the point: smaller and paler. */
  quiet?: boolean
  /** Screen readers are told the title; nobody else needs it. */
  untitled?: boolean
  /** Left out on narrower screens. */
  from?: 'xs' | 'sm'
}

interface RowsProps<T> {
  rows: T[]
  columns: Column<T>[]
  /** What tells the rows apart. */
  keyOf: (row: T) => Key
  /** Pixels below which it scrolls sideways. */
  minWidth?: number
}

export function Rows<T>({ rows, columns, keyOf, minWidth }: RowsProps<T>) {
  const table = (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column) => (
            <Table.Th key={column.title} {...placeOf(column)}>
              {column.untitled ? <span className="unseen">{column.title}</span> : column.title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map((column) => (
              <Table.Td key={column.title} className="wrap-anywhere numbers" {...placeOf(column)}>
                {column.quiet ? (
                  <Text component="div" size="sm" c="dimmed">
                    {column.cell(row)}
                  </Text>
                ) : (
                  column.cell(row)
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
  return (
    <div className="framed">
      {minWidth === undefined ? table : <Table.ScrollContainer minWidth={minWidth}>{table}</Table.ScrollContainer>}
    </div>
  )
}

function placeOf<T>({ right, from }: Column<T>) {
  return { ...(right ? { ta: 'right' as const } : {}), ...(from ? { visibleFrom: from } : {}) }
}
