// A table. On narrow screens, some columns move below the first column.
import { Group, Table, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import type { Key, ReactNode } from 'react'

export interface Column<T> {
  title: string
  cell: (row: T) => ReactNode
  /** True for numbers and buttons, which are aligned at the right. */
  right?: boolean
  /** True for secondary content, which is smaller and dimmed. */
  quiet?: boolean
  /** True if only screen readers get the title. */
  untitled?: boolean
  /**
   * The smallest screen size on which the column is separate. On narrower screens, its content is shown below the first
   * column.
   */
  from?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** True if another column shows the content on narrower screens. */
  elsewhere?: boolean
  /** True if the title precedes the value when the column is shown below the first column. */
  labeled?: boolean
  /** Present if a click on the title sorts the rows by this column. */
  sort?: ColumnSort
}

export interface ColumnSort {
  /** The order of the rows, if they are sorted by this column. */
  order: 'asc' | 'desc' | undefined
  onSort: () => void
}

interface RowsProps<T> {
  rows: T[]
  columns: Column<T>[]
  keyOf: (row: T) => Key
}

export function Rows<T>({ rows, columns, keyOf }: RowsProps<T>) {
  return (
    <div className="framed">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} {...placeOf(column)} aria-sort={ariaSort(column.sort)}>
                <Title column={column} />
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

function Title<T>({ column: { title, untitled, sort } }: { column: Column<T> }) {
  if (untitled) return <span className="unseen">{title}</span>
  if (sort === undefined) return title
  const Arrow = sort.order === undefined ? IconSelector : sort.order === 'asc' ? IconChevronUp : IconChevronDown
  return (
    <UnstyledButton className="sort" onClick={sort.onSort} fz="inherit" fw="inherit" c="inherit">
      <Group component="span" gap={4} wrap="nowrap">
        {title}
        <Arrow size={13} aria-hidden />
      </Group>
    </UnstyledButton>
  )
}

/** A column without `sort` has no such attribute. */
function ariaSort(sort: ColumnSort | undefined) {
  if (sort === undefined) return undefined
  return sort.order === undefined ? 'none' : sort.order === 'asc' ? 'ascending' : 'descending'
}

function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  if (!column.quiet) return column.cell(row)
  return (
    <Text component="div" size="sm" c="dimmed">
      {column.cell(row)}
    </Text>
  )
}

/** A column that is shown below the first column. */
function Folded<T>({ column, row }: { column: Column<T>; row: T }) {
  if (column.from === undefined || column.elsewhere) return null
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
