// In which order test files run: what takes longest first, so that no process is left alone with it at the end.
import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute and more. The first wait for leases to end: two of them, then work, then the other two. */
const LONGEST = [
  'contract/event-survival',
  'contract/survival',
  'portal/journey',
  'contract/import-survival',
  'contract/bench-smoke',
  'spec/import-volume',
  'spec/command-setup',
  'spec/command-people',
  'spec/command-upkeep',
  'contract/callback-survival',
  'contract/embedded-process',
  'spec/telegram-polling',
  'contract/callback-receivers',
  'spec/event-retries',
  'spec/graph-inbound',
  'spec/lanes',
  'spec/approved-templates',
  'spec/command-doctor',
  'contract/processes',
  'spec/push',
  'spec/health',
  'spec/command-messages',
  'spec/command-template',
  'spec/command-conversations',
  'spec/command-connection',
  'spec/command-roles',
]

export class LongestFirst extends BaseSequencer {
  /** The listed ones in their order, the others by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keys = new Map(files.map(({ moduleId }) => [moduleId, keyOf(moduleId)]))
    return files.toSorted((one, other) => keys.get(one.moduleId)! - keys.get(other.moduleId)!)
  }
}

function keyOf(file: string): number {
  const place = LONGEST.findIndex((name) => file.endsWith(`test/${name}.test.ts`))
  return place === -1 ? LONGEST.length + 1 / statSync(file).size : place
}
