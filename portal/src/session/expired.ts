// A session that ended while somebody works: requests wait here until the person has signed in again.
import { type Problem, RequestFailed } from '../api/problem.ts'
import { createStore } from '../state/store.ts'

/** Whether the sign-in form stands over the page. */
export const expired = createStore(false)

const waiting = new Set<{ goOn: () => void; giveUp: () => void }>()

/** Resolves once the person is signed in again; throws the problem when they rather leave. */
export function signInAgain(problem: Problem): Promise<void> {
  expired.set(true)
  return new Promise((resolve, reject) => {
    waiting.add({ goOn: resolve, giveUp: () => reject(new RequestFailed(problem)) })
  })
}

export function signedInAgain(): void {
  expired.set(false)
  for (const { goOn } of waiting) goOn()
  waiting.clear()
}

export function leftSignedOut(): void {
  expired.set(false)
  for (const { giveUp } of waiting) giveUp()
  waiting.clear()
}
