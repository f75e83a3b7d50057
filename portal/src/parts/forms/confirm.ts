// Asks for confirmation before a destructive action: `if (await confirm({…})) …`.
import type { ReactNode } from 'react'
import { createStore } from '../../state/store.ts'

export interface Question {
  /** For example “Revoke the key …x7Qz?”. */
  title: string
  /** The consequences of the action. */
  text: ReactNode
  /** The label of the button, with the verb of the title: “Revoke key”. */
  yes: string
  /** The label of the other button. Default: Cancel. */
  no?: string
  /** A word to type first, for actions with severe consequences. */
  typed?: string
  /** The action is not destructive, so the button is not red. */
  harmless?: boolean
}

/** The open question, if any. */
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
