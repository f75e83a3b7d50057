// The reasons of suppressions as choices of a field.
import type { Suppression } from '../../../../sdk/src/api.ts'
import { useTexts } from '../../texts/texts.tsx'

type Reason = Suppression['reason']

/** The reasons that a member may give. Carillon itself adds the other reasons. */
export const enteredReasons: readonly Reason[] = ['manual', 'unsubscribed', 'hard_bounce', 'complaint']

export function useReasonChoices(): { value: Reason; label: string }[] {
  const { reasons } = useTexts().suppressions
  return (Object.keys(reasons) as Reason[]).map((value) => ({ value, label: reasons[value] }))
}
