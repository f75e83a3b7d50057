// Masks free texts about deliveries, such as a provider's answer, if they repeat a sensitive value. Viewers see the
// mask instead.
import type { DigestItem } from '../channels/text/rendered-text.ts'
import { createRepeatCheck } from '../lib/text/echo.ts'
import { MASK } from '../lib/text/mask.ts'
import type { Connection } from '../store/database.ts'
import { readSensitiveParts, readVars } from '../store/delivery/delivery-list.ts'
import { workspacesWithMarks } from '../store/templates/template-marks.ts'
import { type Masking, maskingsOf, type Visibility } from './sensitive.ts'

/** Returns the text unchanged, or a mask in its place. */
export type TextMask = (text: string | null) => string | null

const shown: TextMask = (text) => text
const hidden: TextMask = (text) => (text === null ? null : MASK)

/**
 * Returns a function that masks a text about a message. `vars` are the variables of this message, and `list` contains the
 * messages of a digest.
 */
export function textMaskOf(
  vars: Readonly<Record<string, string>>,
  { names }: Masking,
  list: readonly DigestItem[] = [],
): TextMask {
  const all = [vars, ...list.map((item) => item.vars)]
  const repeats = createRepeatCheck([...new Set(names.flatMap((name) => all.flatMap((one) => one[name] ?? [])))])
  return (text) => (text !== null && repeats(text) ? MASK : text)
}

/**
 * Maximum number of characters in all variables that are compared with the texts of one response. The comparison takes
 * at most about 10 ms of the main thread. The number is sufficient for any single message.
 */
const MOST_COMPARED = 384 * 1024

/**
 * Returns the mask of each delivery. All texts of a delivery are hidden in two cases: the delivery is no longer stored,
 * so its variables are unknown, or comparing its variables would make the response too slow.
 */
export async function textMasksOf(
  c: Connection,
  workspaceId: number,
  visibility: Visibility,
  deliveryIds: readonly number[],
): Promise<(deliveryId: number) => TextMask> {
  if (visibility === 'full') return () => shown
  const parts = deliveryIds.length === 0 ? [] : await readSensitiveParts(c, workspaceId, [...deliveryIds])
  const maskings = await maskingsOf(c, workspaceId, parts)
  const masks = new Map<number, TextMask>()
  const compared = new Map<number, Masking>()
  let size = 0
  for (const [place, part] of parts.entries()) {
    const masking = maskings[place]
    if (masking === undefined) continue
    if (masking.names.length === 0) masks.set(part.id, shown)
    else if (size + part.size <= MOST_COMPARED) {
      size += part.size
      compared.set(part.id, masking)
    }
  }
  const rows = compared.size === 0 ? [] : await readVars(c, workspaceId, [...compared.keys()])
  for (const { id, vars, list } of rows) {
    const masking = compared.get(id)
    if (masking) masks.set(id, textMaskOf(vars, masking, list ?? []))
  }
  return (deliveryId) => masks.get(deliveryId) ?? hidden
}

interface PauseReason {
  pause_reason: string | null
  /**
   * The delivery whose attempt caused the pause. The reason of the pause contains the provider's answer to this
   * delivery. Null if the delivery is unknown.
   */
  pause_delivery_id: number | null
}

/**
 * Returns the pauses. A mask replaces each reason that a reader with this visibility may not see. A reason is a
 * provider's answer to a message. If the message is unknown, the reason could contain any sensitive variable of the
 * workspace.
 */
export async function shownPauses<Row extends PauseReason>(
  c: Connection,
  workspaceId: number,
  visibility: Visibility,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ pause_delivery_id }) => pause_delivery_id ?? [])
  const maskOf = await textMasksOf(c, workspaceId, visibility, ids)
  const isUnknown = rows.some((row) => row.pause_delivery_id === null && row.pause_reason !== null)
  const isHidden =
    visibility === 'masked' && isUnknown && (await workspacesWithMarks(c, [workspaceId])).has(workspaceId)
  const maskOfUnknown = isHidden ? hidden : shown
  return rows.map((row) => {
    const { pause_reason, pause_delivery_id } = row
    const mask = pause_delivery_id === null ? maskOfUnknown : maskOf(pause_delivery_id)
    return { ...row, pause_reason: mask(pause_reason) }
  })
}
