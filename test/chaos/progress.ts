// Logs the progress of a test. Several tests run at the same time, so each line begins with the name of its test.
import type { TestContext } from 'vitest'

export function logProgress({ task }: Pick<TestContext, 'task'>, line: string): void {
  const suite = task.suite?.name ? `${task.suite.name}, ` : ''
  console.log(`${new Date().toISOString().slice(11, 19)} ${suite}${task.name}: ${line}`)
}
