// Free texts about deliveries, such as a provider's answer: viewers see a mask for a text that repeats a sensitive value.
import { createRepeatCheck } from '../lib/text/echo.ts'
import { MASK } from '../lib/text/mask.ts'
import type { Connection } from '../store/database.ts'
import { readSensitiveParts } from '../store/delivery/delivery-list.ts'
import { type Masking, maskingsOf, type Sight } from './sensitive.ts'

/** Replaces a text that must not be shown. */
export type TextMask = (text: string | null) => string | null

const shown: TextMask = (text) => text
const hidden: TextMask = (text) => (text === null ? null : MASK)

/** The mask of a message with these variables. */
export function textMaskOf(vars: Readonly<Record<string, string>>, { names }: Masking): TextMask {
  const repeats = createRepeatCheck(names.flatMap((name) => vars[name] ?? []))
  return (text) => (text !== null && repeats(text) ? MASK : text)
}

/**
 * Returns the mask of each of these deliveries. All texts of a delivery that is no longer stored are hidden, because its
 * variables are not known any more.
 */
export async function textMasksOf(
  c: Connection,
  workspaceId: number,
  sight: Sight,
  deliveryIds: readonly number[],
): Promise<(deliveryId: number) => TextMask> {
  if (sight === 'full') return () => shown
  const parts = deliveryIds.length === 0 ? [] : await readSensitiveParts(c, workspaceId, [...deliveryIds])
  const maskings = await maskingsOf(c, workspaceId, parts)
  const masks = new Map(
    maskings.flatMap((masking, place) => {
      const part = parts[place]
      return part ? [[part.id, textMaskOf(part.vars ?? {}, masking)] as const] : []
    }),
  )
  return (deliveryId) => masks.get(deliveryId) ?? hidden
}

interface PauseReason {
  pause_reason: string | null
  /** The message whose answer the reason holds; null where it is not known. */
  pause_delivery_id: number | null
}

/** Pauses as a reader with this sight sees them: the reason is a provider's answer to a message. */
export async function shownPauses<Row extends PauseReason>(
  c: Connection,
  workspaceId: number,
  sight: Sight,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ pause_delivery_id }) => pause_delivery_id ?? [])
  const maskOf = await textMasksOf(c, workspaceId, sight, ids)
  return rows.map((row) => {
    const { pause_reason, pause_delivery_id } = row
    return pause_delivery_id === null ? row : { ...row, pause_reason: maskOf(pause_delivery_id)(pause_reason) }
  })
}
