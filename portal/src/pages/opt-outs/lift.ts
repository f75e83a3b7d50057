// Lifting an opt-out: asked about by its address, because it writes to somebody who once said no.
import type { OptOut } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { useChannelTitle } from '../../parts/channels.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** `lift` asks first; `lifting` is the number of the one that is on its way. */
export function useLift() {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const titleOf = useChannelTitle()
  const texts: Record<string, string> = { email: optOuts.liftText, whatsapp: optOuts.liftWhatsappText }
  const change = useChange('liftOptOut', ['listOptOuts'])
  const lift = async (row: OptOut) => {
    const sure = await confirm({
      title: optOuts.liftTitle(row.address),
      text: texts[row.channel] ?? optOuts.liftTextOf(titleOf(row.channel)),
      yes: optOuts.lift,
    })
    if (sure) change.mutate({ path: { ws, id: row.id } }, { onSuccess: () => showToast(optOuts.lifted(row.address)) })
  }
  return { lift, error: change.error, lifting: change.isPending ? change.variables.path.id : undefined }
}
