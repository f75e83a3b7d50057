// Asks before something is destroyed, naming it: `if (await confirm({…})) …`.
import type { ReactNode } from 'react'
import { createStore } from '../../state/store.ts'

export interface Question {
  /** “Revoke the key …x7Qz?” */
  title: string
  /** What ends with it, and what does not come back. */
  text: ReactNode
  /** The button, with the verb of the title: “Revoke key”. */
  yes: string
  /** A word to be typed first, for what hurts most: the thing's own name. */
  typed?: string
  /** Not destructive: the button is not red. */
  harmless?: boolean
}

/** The question that stands over the page. */
export const openQuestion = createStore<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined)

export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      answer: (yes) => {
        openQuestion.set(undefined)
        resolve(yes)
      },
    })
  })
}
