import { useChange, useRead } from '../../api/queries.ts'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { showToast } from '../../parts/forms/form-problems.ts'
import { QueryResult } from '../../parts/states.tsx'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { DispatchDetails } from './dispatch-details.tsx'

export function CallbackDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { webhooks } = useTexts()
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={webhooks.callback} size="lg">
      {id !== undefined && <Body id={id} />}
    </Dialog>
  )
}

function Body({ id }: { id: number }) {
  const { webhooks } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readCallback', { path: { ws, id } }, { every: 5_000 })
  const replay = useChange('replayCallback', ['listCallbacks', 'readCallback'])
  return (
    <QueryResult query={query}>
      {(callback) => (
        <DispatchDetails
          dispatch={callback}
          replay={replay}
          onReplay={() => replay.mutate({ path: { ws, id } }, { onSuccess: () => showToast(webhooks.onItsWay) })}
        />
      )}
    </QueryResult>
  )
}
