// The columns of the list of deliveries: their titles, widths and cells.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import { Channel } from '../../../parts/delivery-words.tsx'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { Time } from '../../../parts/time.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { DeliveryState } from './state.tsx'

export const columnNames = [
  'state',
  'recipient',
  'address',
  'message',
  'template',
  'category',
  'channel',
  'source',
  'reason',
  'attempts',
  'priority',
  'external',
  'id',
  'time',
] as const
export type ColumnName = (typeof columnNames)[number]

export const defaultColumns: ColumnName[] = ['state', 'recipient', 'message', 'channel', 'time']

interface CellProps {
  row: Delivery
  /** True if each row has one line. */
  isCompact: boolean
}

interface ListColumn {
  /** The width in pixels below which the table scrolls sideways. */
  width: number
  /** True if the column takes the width that the others leave. */
  grows?: true
  /** True for times and numbers, which are aligned at the right. */
  right?: true
  cell: (props: CellProps) => ReactNode
}

export const columns: Record<ColumnName, ListColumn> = {
  state: { width: 174, cell: ({ row, isCompact }) => <DeliveryState row={row} isCompact={isCompact} /> },
  recipient: { width: 140, grows: true, cell: RecipientCell },
  address: { width: 180, grows: true, cell: ({ row }) => <OneLine text={row.address} /> },
  message: { width: 160, grows: true, cell: MessageCell },
  template: { width: 140, cell: ({ row }) => <OneLine text={row.template_slug} /> },
  category: { width: 120, cell: ({ row }) => <OneLine text={row.category ?? ''} /> },
  channel: { width: 116, cell: ({ row }) => <Channel name={row.channel} /> },
  source: { width: 120, cell: ({ row }) => <OneLine text={row.source_name} /> },
  reason: { width: 150, cell: ({ row }) => <OneLine text={row.reason ?? ''} /> },
  attempts: { width: 84, right: true, cell: ({ row }) => row.attempts_made },
  priority: { width: 88, cell: PriorityCell },
  external: { width: 150, cell: ({ row }) => <OneLine text={row.external_id ?? ''} /> },
  id: { width: 84, right: true, cell: ({ row }) => row.id },
  time: { width: 124, right: true, cell: ({ row }) => <Time at={row.created_at} /> },
}

/** A text in one line. The whole text is shown on hover, and on the page of the delivery. */
function OneLine({ text, dimmed = false }: { text: string; dimmed?: boolean }) {
  return (
    <Text span display="block" size={dimmed ? 'xs' : 'sm'} {...(dimmed ? { c: 'dimmed' } : {})} truncate title={text}>
      {text}
    </Text>
  )
}

function RecipientCell({ row, isCompact }: CellProps) {
  const second = row.address === row.recipient_name ? `#${row.id}` : row.address
  return (
    <>
      <OneLine text={row.recipient_name} />
      {!isCompact && <OneLine text={second} dimmed />}
    </>
  )
}

/** The first words of the message. A failed message shows its reason below them. */
function MessageCell({ row, isCompact }: CellProps) {
  const failure = row.state === 'failed' ? (row.error_message ?? row.reason) : null
  return (
    <>
      <OneLine text={row.summary ?? row.template_slug} />
      {!isCompact && failure !== null && (
        <Text span display="block" size="xs" c="red" truncate className="sentence" title={failure}>
          <ServerSentence text={failure} />
        </Text>
      )}
      {!isCompact && failure === null && <OneLine text={row.template_slug} dimmed />}
    </>
  )
}

function PriorityCell({ row }: CellProps) {
  const { timeline } = useTexts()
  return timeline.priorities[row.priority]
}
