// The member or token that started a bulk operation, as the timelines of its deliveries name it.
import type { ClaimedOperation } from '../store/bulk/operations.ts'
import type { DeliveryChange } from '../store/delivery/delivery-changes.ts'

/** Returns the fields that the changes of an operation have in common. */
export function changeOf(claimed: ClaimedOperation): Pick<DeliveryChange, 'workspaceId' | 'by'> {
  const { workspace_id: workspaceId, actor_kind: kind, actor_id: id, actor_name: name } = claimed
  return { workspaceId, by: { kind, id, name } }
}
