// A dry run from the portal: what a send request with a key of a source would do.

import { Refused } from '../../errors.ts'
import { firstOf } from '../../lib/pairs.ts'
import type { Connection } from '../../store/database.ts'
import type { Mode } from '../entry.ts'
import { type ParseOptions, parseSend } from '../parse.ts'
import { type DryOutcome, tooManyDryRuns } from '../sets/dry-run.ts'
import type { Admission } from '../sets/group-commit.ts'
import { sourceFor } from './test-send.ts'

export interface DrySend {
  workspaceId: number
  /** The source whose connections would send the message. The default is the first source of the workspace. */
  source?: number
  mode: Mode
  /** The body of POST /send. */
  message: unknown
}

/** Returns what the request would do. Throws its refusal. Stores nothing, and counts in the hour of no key. */
export async function drySend(
  admission: Admission,
  c: Connection,
  options: ParseOptions,
  { workspaceId, source, mode, message }: DrySend,
): Promise<Exclude<DryOutcome, { kind: 'refused' }>> {
  const sourceId = await sourceFor(c, workspaceId, source)
  const outcomes = await admission.dryRun({ workspaceId, sourceId, mode, keyId: null }, [parseSend(message, options)])
  if (!outcomes) throw new Refused(tooManyDryRuns)
  const outcome = firstOf(outcomes)
  if (outcome.kind === 'refused') throw new Refused(outcome.refusal)
  return outcome
}
