// How far a suite is, a line at a time: several run beside each other, so each line begins with its test's name.
import type { TestContext } from 'vitest'

export function logProgress({ task }: Pick<TestContext, 'task'>, words: string): void {
  const suite = task.suite?.name ? `${task.suite.name}, ` : ''
  console.log(`${new Date().toISOString().slice(11, 19)} ${suite}${task.name}: ${words}`)
}
