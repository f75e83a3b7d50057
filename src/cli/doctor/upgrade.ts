// The doctor's check of an upgrade: whether the upgrade is finished, and whether each stored secret can be decrypted
// only in its database row.

import { refreshUpgrade } from '../../installation/finish.ts'
import { olderProcesses } from '../../installation/older-processes.ts'
import { UNOPENED_REMEDY } from '../../installation/resealing.ts'
import { countSealed, isNeeded, type SealedCount, type UnopenedValue } from '../../installation/sealed-walk.ts'
import { systemClock } from '../../lib/clock.ts'
import { packageVersion } from '../../lib/package-root.ts'
import type { Seal } from '../../lib/seal.ts'
import { versionAtLeast } from '../../lib/versions.ts'
import type { Database } from '../../store/database.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

/** Maximum number of secrets that a finding lists by name. */
const MOST_NAMED = 10

/** Returns the finding about the upgrade. `seal` is undefined if no master key is configured. */
export async function upgradeFinding(db: Database, seal: Seal | undefined): Promise<Finding> {
  const version = packageVersion()
  const { installed, finishedVersion, resealedAt } = await refreshUpgrade(db)
  if (!installed) return ok('upgrade', 'The service has not been started yet, so there is no upgrade to finish.')
  const isFinished = versionAtLeast(finishedVersion, version)
  const older = await olderProcesses(db, systemClock.now(), version)
  if (!isFinished) return unfinished(db, version, older)
  if (older.length > 0)
    return fail(
      'upgrade',
      `The upgrade to ${version} is finished, but processes of an older version run: ${older.join('; ')}.`,
      'Stop these processes. They cannot read the data of this version, and this version refuses the data that they store.',
    )
  const count = seal && (await countSealed(db, seal, true))
  if (resealedAt && count) return boundFinding(version, count)
  if (resealedAt)
    return ok(
      'upgrade',
      `The upgrade to ${version} is finished. Stored secrets were not checked, because no master key is configured.`,
    )
  const now = systemClock.now()
  const unopened = count?.unopened.filter((value) => isNeeded(value, now)) ?? []
  if (count && unopened.length > 0) return unopenedFinding(version, unopened, count.all)
  const share = count ? `${count.others} of ${count.all}` : 'some'
  return warn(
    'upgrade',
    `The upgrade to ${version} is finished, but ${share} stored secrets can still be decrypted in other database rows.`,
    'A running worker ("carillon worker" or "carillon start") encrypts them again within a minute. If this warning stays, check the log of the worker.',
  )
}

/** Returns the finding about stored secrets. `refused` contains the names of the secrets that every process refuses. */
function boundFinding(version: string, { all, refused }: SealedCount): Finding {
  if (refused.length === 0)
    return ok(
      'upgrade',
      `The upgrade to ${version} is finished. Every stored secret can be decrypted only in its database row.`,
    )
  return warn(
    'upgrade',
    `The upgrade to ${version} is finished, but ${refused.length} of ${all} stored secrets are refused: ${named(refused)}.`,
    'This master key cannot decrypt these secrets, or they are not encrypted for their database row. Save these settings again, and create new keys.',
  )
}

function unopenedFinding(version: string, unopened: UnopenedValue[], all: number): Finding {
  return warn(
    'upgrade',
    `The upgrade to ${version} is finished, but no configured key decrypts ${unopened.length} of ${all} stored secrets: ${named(unopened.map(({ name }) => name))}. Secrets in the format of 0.1.0 are accepted until every secret is encrypted for its database row.`,
    UNOPENED_REMEDY,
  )
}

function named(names: string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

function unfinished(db: Database, version: string, older: string[]): Finding {
  if (db.kind === 'embedded') return ok('upgrade', `The next start finishes the upgrade to ${version}.`)
  if (older.length > 0)
    return warn(
      'upgrade',
      `The upgrade to ${version} is not finished, and processes of an older version run: ${older.join('; ')}.`,
      'Replace these processes, then run "carillon migrate --finish".',
    )
  return warn(
    'upgrade',
    `The upgrade to ${version} is not finished, and no process of an older version was seen in the last two minutes.`,
    'First make sure that no api process of 0.1.0 runs: such a process is not detected while it is idle or behind PgBouncer. Then run "carillon migrate --finish".',
  )
}
