// Handles an expired session: requests wait until the member has signed in again.
import { type Problem, RequestFailed } from '../api/problem.ts'
import { createStore } from '../state/store.ts'

/** True while the sign-in dialog is open. */
export const expired = createStore(false)

const suspended = new Set<{ resume: () => void; cancel: () => void }>()

/** Resolves after the next sign-in. If the member leaves the page instead, rejects with `problem`. */
export function signInAgain(problem: Problem): Promise<void> {
  expired.set(true)
  return new Promise((resolve, reject) => {
    suspended.add({ resume: resolve, cancel: () => reject(new RequestFailed(problem)) })
  })
}

export function signedInAgain(): void {
  expired.set(false)
  for (const { resume } of suspended) resume()
  suspended.clear()
}

export function leftSignedOut(): void {
  expired.set(false)
  for (const { cancel } of suspended) cancel()
  suspended.clear()
}
