// A session that ended while somebody works: requests wait here until the person has signed in again.
import { type Problem, RequestFailed } from '../api/problem.ts'
import { createStore } from '../state/store.ts'

/** Whether the sign-in form stands over the page. */
export const expired = createStore(false)

const suspended = new Set<{ resume: () => void; cancel: () => void }>()

/** Resolves once the person is signed in again; throws the problem when they rather leave. */
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
