// The order of test files: the slowest first, so that no process runs one of them alone at the end.
import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files. */
const LONGEST = [
  'contract/event-survival',
  'contract/survival',
  'portal/journey-desktop',
  'portal/journey-phone',
  'contract/import-survival',
  'contract/stalls/messages',
  'contract/stalls/files',
  'contract/embedded-process',
  'contract/processes',
  'spec/push',
  'spec/event-retries',
  'spec/graph-inbound',
  'spec/command-upkeep',
  'spec/import-volume',
  'spec/command-messages',
  'spec/telegram-polling',
  'contract/bench-smoke',
  'spec/command-setup',
  'spec/lanes',
  'spec/health',
  'spec/command-people',
  'spec/approved-templates',
  'spec/command-doctor',
  'contract/callback-survival',
  'contract/callback-receivers',
  'spec/command-template',
  'spec/command-conversations',
  'spec/command-connection',
  'spec/command-roles',
]

export class LongestFirst extends BaseSequencer {
  /** Puts the files of the list `LONGEST` first, in the order of the list, and then the other files by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keys = new Map(files.map(({ moduleId }) => [moduleId, keyOf(moduleId)]))
    return files.toSorted((a, b) => keys.get(a.moduleId)! - keys.get(b.moduleId)!)
  }
}

function keyOf(file: string): number {
  const place = LONGEST.findIndex((name) => file.endsWith(`test/${name}.test.ts`))
  return place === -1 ? LONGEST.length + 1 / statSync(file).size : place
}
