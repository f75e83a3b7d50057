// The list of deliveries on a narrow screen: a card for each delivery.
import { Checkbox, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import { Channel } from '../../../parts/delivery-words.tsx'
import type { Selection } from '../../../parts/lists/selection.ts'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { ShortMoment, Time } from '../../../parts/time.tsx'
import { usePathTo } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { DeliveryState } from './state.tsx'

interface DeliveryCardsProps {
  rows: Delivery[]
  selection: Selection | undefined
}

export function DeliveryCards({ rows, selection }: DeliveryCardsProps) {
  const { deliveries } = useTexts()
  const isWhole = selection !== undefined && rows.every(({ id }) => selection.has(id))
  return (
    <ul className="framed delivery-rows" aria-label={deliveries.list}>
      {selection && (
        <li className="delivery-all">
          <Checkbox
            size="sm"
            label={deliveries.selectAll}
            checked={isWhole}
            indeterminate={selection.count > 0 && !isWhole}
            onChange={() => selection.setAll(isWhole ? [] : rows.map(({ id }) => id))}
          />
        </li>
      )}
      {rows.map((row) => (
        <li key={row.id}>
          {selection && (
            <Checkbox
              size="sm"
              className="delivery-check"
              aria-label={deliveries.select(row.id, row.recipient_name)}
              checked={selection.has(row.id)}
              onChange={() => selection.toggle(row.id)}
            />
          )}
          <Card row={row} />
        </li>
      ))}
    </ul>
  )
}

function Card({ row }: { row: Delivery }) {
  const pathTo = usePathTo()
  const failure = row.state === 'failed' ? (row.error_message ?? row.reason) : null
  const isScheduled = row.state === 'scheduled' && row.scheduled_for !== null
  return (
    <Link to={pathTo(`deliveries/${row.id}`)} className="delivery-card">
      <Text span size="sm" fw={540} truncate className="delivery-who">
        {row.recipient_name}
      </Text>
      <span className="delivery-status">
        <DeliveryState row={row} isCompact />
      </span>
      <Text span size="sm" truncate className="delivery-text">
        {row.summary ?? row.template_slug}
      </Text>
      {failure !== null && (
        <Text span size="xs" c="red" className="delivery-text sentence">
          <ServerSentence text={failure} />
        </Text>
      )}
      <span className="delivery-channel">
        <Channel name={row.channel} />
      </span>
      <Text span size="xs" c="dimmed" className="delivery-time">
        {isScheduled && row.scheduled_for !== null ? (
          <ShortMoment at={row.scheduled_for} />
        ) : (
          <Time at={row.created_at} />
        )}
      </Text>
    </Link>
  )
}
