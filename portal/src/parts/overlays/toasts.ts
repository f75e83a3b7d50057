// Short messages at the edge of the window. Their component loads with the first message.
import { loadCode } from '../../api/load-code.ts'
import { createStore } from '../../state/store.ts'

/** True after the first message. */
export const toastsShown = createStore(false)

const VISIBLE_MS = 3_500

export function showToast(message: string): void {
  toastsShown.set(true)
  // The message waits in the store of the component until the component is mounted.
  void loadCode(loadToasts).then(
    ({ show }) => show({ message, autoClose: VISIBLE_MS }),
    // The component shows this problem (see on-demand.tsx).
    () => undefined,
  )
}

export const loadToasts = () => import('./toast-list.tsx')
