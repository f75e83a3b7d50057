// A table in a frame: its columns say what stands in them; those a narrow screen has no room for fold under the first.
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
  /** On narrower screens it stands under the first column. */
  from?: 'xs' | 'sm' | 'md' | 'lg'
  /** There its title stands before it: what it says could be anything. */
  labeled?: boolean
}

interface RowsProps<T> {
  rows: T[]
  columns: Column<T>[]
  /** What tells the rows apart. */
  keyOf: (row: T) => Key
}

export function Rows<T>({ rows, columns, keyOf }: RowsProps<T>) {
  return (
    <div className="framed">
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
              {columns.map((column, at) => (
                <Table.Td key={column.title} className="wrap-anywhere numbers" {...placeOf(column)}>
                  <Cell column={column} row={row} />
                  {at === 0 && columns.map((other) => <Folded key={other.title} column={other} row={row} />)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  if (!column.quiet) return column.cell(row)
  return (
    <Text component="div" size="sm" c="dimmed">
      {column.cell(row)}
    </Text>
  )
}

/** A column without room of its own, under the row's name. */
function Folded<T>({ column, row }: { column: Column<T>; row: T }) {
  if (column.from === undefined) return null
  return (
    <Text component="div" size="xs" c="dimmed" mt={2} hiddenFrom={column.from}>
      {column.labeled && `${column.title}: `}
      {column.cell(row)}
    </Text>
  )
}

function placeOf<T>({ right, from }: Column<T>) {
  return { ...(right ? { ta: 'right' as const } : {}), ...(from ? { visibleFrom: from } : {}) }
}
