// The rows of the list of deliveries. A row has one line on a desktop and two lines on a phone, and links to its
// delivery.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '../../../../sdk/src/api.ts'
import { Channel, StatusBadge } from '../../parts/delivery-words.tsx'
import { ServerSentence } from '../../parts/server-sentence.tsx'
import { Time } from '../../parts/time.tsx'
import { usePathTo } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

export function DeliveryRows({ rows }: { rows: Delivery[] }) {
  const { deliveries } = useTexts()
  return (
    <ul className="framed delivery-rows" aria-label={deliveries.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <Row row={row} />
        </li>
      ))}
    </ul>
  )
}

function Row({ row }: { row: Delivery }) {
  const { deliveries } = useTexts()
  const pathTo = usePathTo()
  const failure = row.status === 'failed' ? (row.error_message ?? row.reason) : null
  const scheduled = row.status === 'queued' ? row.scheduled_for : null
  const isAhead = scheduled !== null && Date.parse(scheduled) > Date.now()
  return (
    <Link to={pathTo(`deliveries/${row.id}`)} className="delivery-row">
      <span className="delivery-status">
        <StatusBadge status={row.status} />
      </span>
      <span className="delivery-who">
        <Text span size="sm" fw={540} truncate display="block">
          {row.recipient_name}
        </Text>
        <Text
          span
          size="xs"
          c={failure === null ? 'dimmed' : 'red'}
          truncate
          display="block"
          {...(failure === null ? {} : { className: 'sentence' })}
        >
          {failure === null ? (
            row.address === row.recipient_name ? (
              `#${row.id}`
            ) : (
              row.address
            )
          ) : (
            <ServerSentence text={failure} />
          )}
        </Text>
      </span>
      <Text span size="xs" c="dimmed" className="delivery-template" truncate>
        {row.template_slug}
      </Text>
      <span className="delivery-channel">
        <Channel name={row.channel} />
      </span>
      <Text span size="xs" c="dimmed" className="delivery-time">
        {isAhead && `${deliveries.scheduled} `}
        <Time at={isAhead ? scheduled : row.created_at} />
      </Text>
    </Link>
  )
}
