// Button presses within a fallback: one press uses up the buttons of all its steps.
import type { Transaction } from '../database.ts'
import { firstRowOf } from '../rows.ts'

/** An SQL expression: whether a button of any step of the delivery `d` was pressed. */
export const USED_IN_FALLBACK = `(d.fallback_id is not null and exists (
  select from fallback_steps fs join action_tokens ft on ft.delivery_id = fs.delivery_id
  where fs.fallback_id = d.fallback_id and ft.used_at is not null))`

/**
 * Locks a fallback, so that no step starts and no other button is pressed until the transaction ends. Makes the fallback
 * due, because the press ends it. Returns whether one of its buttons was already pressed.
 */
export async function lockForPress(tx: Transaction, now: Date, fallbackId: number): Promise<boolean> {
  await tx.query({
    name: 'lock-fallback-for-press',
    text: `update fallbacks set look_at = case when ended_at is null then least(coalesce(look_at, $2), $2) end where id = $1`,
    values: [fallbackId, now],
  })
  const found = await firstRowOf<{ used: boolean }>(tx, {
    name: 'is-fallback-pressed',
    text: `select exists (select from fallback_steps s join action_tokens t on t.delivery_id = s.delivery_id
             where s.fallback_id = $1 and t.used_at is not null) as used`,
    values: [fallbackId],
  })
  return found?.used ?? false
}
