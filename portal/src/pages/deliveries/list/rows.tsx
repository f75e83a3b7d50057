// The rows of the list of deliveries: a table, or cards on a phone and a tablet.
import { useMediaQuery } from '@mantine/hooks'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import type { Selection } from '../../../parts/lists/selection.ts'
import { DeliveryCards } from './cards.tsx'
import { type ColumnName, defaultColumns } from './columns.tsx'
import { DeliveryTable } from './table.tsx'
import './deliveries.css'

interface DeliveryRowsProps {
  rows: Delivery[]
  shown?: ColumnName[]
  isCompact?: boolean
  selection?: Selection | undefined
}

export function DeliveryRows({ rows, shown = defaultColumns, isCompact = false, selection }: DeliveryRowsProps) {
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  if (isNarrow) return <DeliveryCards rows={rows} selection={selection} />
  return <DeliveryTable rows={rows} shown={shown} isCompact={isCompact} selection={selection} />
}
