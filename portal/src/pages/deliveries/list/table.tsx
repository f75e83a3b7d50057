// The table of the list of deliveries: headings, rows with a link to their delivery, and checkboxes.
import { Checkbox, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import type { Selection } from '../../../parts/lists/selection.ts'
import { usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { type ColumnName, columns } from './columns.tsx'

interface DeliveryTableProps {
  rows: Delivery[]
  shown: ColumnName[]
  isCompact: boolean
  /** Undefined if the rows cannot be selected. */
  selection: Selection | undefined
}

const CHECKBOX_WIDTH = 44

export function DeliveryTable({ rows, shown, isCompact, selection }: DeliveryTableProps) {
  const { deliveries } = useTexts()
  const least = shown.reduce((sum, name) => sum + columns[name].width, selection ? CHECKBOX_WIDTH : 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    <section className="framed delivery-scroll" tabIndex={0} aria-label={deliveries.list}>
      <Table className="delivery-table" data-compact={isCompact} style={{ minWidth: least }}>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={CHECKBOX_WIDTH}>
                <Checkbox
                  size="xs"
                  aria-label={deliveries.selectAll}
                  checked={selection.count > 0 && rows.every(({ id }) => selection.has(id))}
                  indeterminate={selection.count > 0 && !rows.every(({ id }) => selection.has(id))}
                  onChange={(event) => selection.setAll(event.currentTarget.checked ? rows.map(({ id }) => id) : [])}
                />
              </Table.Th>
            )}
            {shown.map((name) => (
              <Table.Th
                key={name}
                {...(columns[name].grows ? {} : { w: columns[name].width })}
                {...(columns[name].right ? { ta: 'right' as const } : {})}
              >
                {deliveries.columns[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} shown={shown} isCompact={isCompact} selection={selection} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Row({ row, shown, isCompact, selection }: Omit<DeliveryTableProps, 'rows'> & { row: Delivery }) {
  const { deliveries } = useTexts()
  const pathTo = usePathTo()
  const isSelected = selection?.has(row.id) ?? false
  return (
    <Table.Tr data-selected={isSelected}>
      {selection && (
        <Table.Td>
          <Checkbox
            size="xs"
            className="delivery-check"
            aria-label={deliveries.select(row.id, row.recipient_name)}
            checked={isSelected}
            onChange={() => selection.toggle(row.id)}
          />
        </Table.Td>
      )}
      {shown.map((name, at) => {
        const Cell = columns[name].cell
        const cell = <Cell row={row} isCompact={isCompact} />
        return (
          <Table.Td key={name} className="numbers" {...(columns[name].right ? { ta: 'right' as const } : {})}>
            {name === linkedOf(shown) || (linkedOf(shown) === undefined && at === 0) ? (
              <Link to={pathTo(`deliveries/${row.id}`)} className="delivery-link">
                {cell}
              </Link>
            ) : (
              cell
            )}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}

/** The column whose cells are the links of their rows. */
const linkedOf = (shown: ColumnName[]) =>
  (['recipient', 'message', 'address', 'id'] as const).find((name) => shown.includes(name))
