// One event of an endpoint: its body and its attempts with their requests and responses.
import { Badge } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { SubscriptionEventDetail } from '../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DispatchDetails } from './dispatch-details.tsx'
import { staleEndpointQueries } from './endpoint-actions.tsx'
import './webhooks.css'

export default function EventPage() {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const params = useParams({ strict: false })
  const id = Number(params.id)
  const entry = Number(params.entry)
  const endpoint = useRead('readSubscription', { path: { ws, id } })
  const query = useRead('readSubscriptionEvent', { path: { ws, id, entry } }, { every: 5_000 })
  return (
    <PageFrame
      title={query.data?.event ?? webhooks.event}
      before={<BackLink to={`webhooks/${id}`}>{endpoint.data?.url ?? webhooks.endpoint}</BackLink>}
    >
      <QueryResult query={query} lines={8}>
        {(event) => <EventDetails endpoint={id} event={event} />}
      </QueryResult>
    </PageFrame>
  )
}

function EventDetails({ endpoint: id, event }: { endpoint: number; event: SubscriptionEventDetail }) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const replay = useChange('replayEvents', [...staleEndpointQueries])
  const { delivery_id, replay_of } = event
  return (
    <DispatchDetails
      dispatch={event}
      replay={replay}
      onReplay={() =>
        replay.mutate(
          { path: { ws, id }, body: { event_id: event.event_id } },
          {
            onSuccess: () => {
              showToast(webhooks.replayQueued)
              void navigate({ to: pathTo(`webhooks/${id}`) })
            },
          },
        )
      }
    >
      {(event.test || event.mode === 'test') && <Badge color="yellow">{common.test}</Badge>}
      {replay_of !== null && (
        <RowLink to={pathTo(`webhooks/${id}/events/${replay_of}`)}>{webhooks.replayOf(replay_of)}</RowLink>
      )}
      {delivery_id !== null && (
        <RowLink to={pathTo(`deliveries/${delivery_id}`)}>{webhooks.ofDelivery(delivery_id)}</RowLink>
      )}
    </DispatchDetails>
  )
}
