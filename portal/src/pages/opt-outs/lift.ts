// Lifting an opt-out: asked about by its address, because it writes to somebody who once said no.
import type { OptOut } from '../../../../sdk/src/api.ts'
import { useChange } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { say } from '../../parts/forms/form-problems.ts'
import { useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** What an address opted out of: all email, or advertising by WhatsApp. */
export function channelOf({ address }: OptOut): 'email' | 'whatsapp' {
  return address.includes('@') ? 'email' : 'whatsapp'
}

/** `lift` asks first; `lifting` is the number of the one that is on its way. */
export function useLift() {
  const { optOuts } = useTexts()
  const { id: ws } = useWorkspace()
  const change = useChange('liftOptOut', ['listOptOuts'])
  const lift = async (row: OptOut) => {
    const sure = await confirm({
      title: optOuts.liftTitle(row.address),
      text: channelOf(row) === 'email' ? optOuts.liftText : optOuts.liftWhatsappText,
      yes: optOuts.lift,
    })
    if (sure) change.mutate({ path: { ws, id: row.id } }, { onSuccess: () => say(optOuts.lifted(row.address)) })
  }
  return { lift, error: change.error, lifting: change.isPending ? change.variables.path.id : undefined }
}
