// Removes an opt-out after the member confirmed its address.
import type { OptOut } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { useChannelTitle } from '../../parts/channels.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** `removeOptOut` asks for confirmation. `removing` is the id of the opt-out that is being removed. */
export function useRemoveOptOut() {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const titleOf = useChannelTitle()
  const texts: Record<string, string> = { email: optOuts.removeText, whatsapp: optOuts.removeWhatsappText }
  const change = useChange('liftOptOut', ['listOptOuts'])
  const removeOptOut = async (row: OptOut) => {
    const sure = await confirm({
      title: optOuts.removeTitle(row.address),
      text: texts[row.channel] ?? optOuts.removeTextOf(titleOf(row.channel)),
      yes: optOuts.remove,
    })
    if (sure) change.mutate({ path: { ws, id: row.id } }, { onSuccess: () => showToast(optOuts.removed(row.address)) })
  }
  return { removeOptOut, error: change.error, removing: change.isPending ? change.variables.path.id : undefined }
}
