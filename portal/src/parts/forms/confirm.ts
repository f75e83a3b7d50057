// Asks for confirmation before a destructive action: `if (await confirm({…})) …`.
import type { ReactNode } from 'react'
import { createStore } from '../../state/store.ts'

export interface Question {
  /** The question, for example “Revoke the key …x7Qz?”. */
  title: string
  /** The consequences of the action. */
  text: ReactNode
  /** The label of the button, with the verb of the title: “Revoke key”. */
  yes: string
  /** The label of the other button. The default is “Cancel”. */
  no?: string
  /** A word that the member must type before the action, if the action has severe consequences. */
  typed?: string
  /** True if the action is not destructive. The button is then not red. */
  harmless?: boolean
}

/** The question that is shown, or undefined. */
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
