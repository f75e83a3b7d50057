// One callback of a button: its body and its attempts with their requests and responses.
import { Badge } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { CallbackDetail } from '../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { QueryResult } from '../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DispatchDetails } from './dispatch-details.tsx'
import './webhooks.css'

export default function CallbackPage() {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const id = Number(useParams({ strict: false }).callback)
  const query = useRead('readCallback', { path: { ws, id } }, { every: 5_000 })
  return (
    <PageFrame
      title={query.data ? webhooks.callbackOf(query.data.action) : webhooks.callback}
      text={query.data?.url}
      before={
        <BackLink to="webhooks" search={{ tab: 'callbacks' }}>
          {webhooks.callbacks}
        </BackLink>
      }
    >
      <QueryResult query={query} lines={8}>
        {(callback) => <CallbackDetails callback={callback} />}
      </QueryResult>
    </PageFrame>
  )
}

function CallbackDetails({ callback }: { callback: CallbackDetail }) {
  const { common, webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const replay = useChange('replayCallback', ['listCallbacks', 'readCallback'])
  const { id, delivery_id, replay_of } = callback
  return (
    <DispatchDetails
      dispatch={callback}
      replay={replay}
      onReplay={() =>
        replay.mutate(
          { path: { ws, id } },
          {
            onSuccess: (copy) => {
              showToast(webhooks.replayQueued)
              void navigate({ to: pathTo(`webhooks/callbacks/${copy.id}`) })
            },
          },
        )
      }
    >
      {callback.mode === 'test' && <Badge color="yellow">{common.test}</Badge>}
      {replay_of !== null && (
        <RowLink to={pathTo(`webhooks/callbacks/${replay_of}`)}>{webhooks.replayOf(replay_of)}</RowLink>
      )}
      <RowLink to={pathTo(`deliveries/${delivery_id}`)}>{webhooks.ofDelivery(delivery_id)}</RowLink>
    </DispatchDetails>
  )
}
