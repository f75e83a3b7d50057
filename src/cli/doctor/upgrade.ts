// The doctor's check of an upgrade: whether the upgrade is finished, and whether each secret is bound to its row.

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

/** Maximum number of secrets that a finding names. */
const MOST_NAMED = 10

/** Returns the finding about the upgrade. `seal` is undefined if no master key is configured. */
export async function upgradeFinding(db: Database, seal: Seal | undefined): Promise<Finding> {
  const version = packageVersion()
  const { installed, finishedVersion, resealedAt } = await refreshUpgrade(db)
  if (!installed) return ok('upgrade', 'There is nothing to finish: the service has not been started yet.')
  const isFinished = versionAtLeast(finishedVersion, version)
  const older = await olderProcesses(db, systemClock.now(), version)
  if (!isFinished) return unfinished(db, version, older)
  if (older.length > 0)
    return fail(
      'upgrade',
      `The upgrade to ${version} is finished, but processes of an older version run: ${older.join('; ')}.`,
      'Stop them: they cannot read the data of this version, and their data is refused.',
    )
  const count = seal && (await countSealed(db, seal, true))
  if (resealedAt && count) return boundFinding(version, count)
  if (resealedAt)
    return ok('upgrade', `Finished (${version}). Stored secrets were not checked: no master key is configured.`)
  const now = systemClock.now()
  const unopened = count?.unopened.filter((value) => isNeeded(value, now)) ?? []
  if (count && unopened.length > 0) return unopenedFinding(version, unopened, count.all)
  const share = count ? `${count.others} of ${count.all}` : 'some'
  return warn(
    'upgrade',
    `Finished (${version}); ${share} stored secrets are not bound to their rows yet.`,
    'A worker (or start) binds them within a minute. If this warning stays, check its log.',
  )
}

/** Returns the finding about secrets. `refused` names the values that all processes refuse. */
function boundFinding(version: string, { all, refused }: SealedCount): Finding {
  if (refused.length === 0) return ok('upgrade', `Finished (${version}); every stored secret is bound to its row.`)
  return warn(
    'upgrade',
    `Finished (${version}); ${refused.length} of ${all} stored secrets are refused: ${named(refused)}.`,
    'They cannot be decrypted with this master key, or are not bound to their rows. Save these settings again, and create new keys.',
  )
}

function unopenedFinding(version: string, unopened: UnopenedValue[], all: number): Finding {
  return warn(
    'upgrade',
    `Finished (${version}), but no configured key decrypts ${unopened.length} of ${all} stored secrets: ${named(unopened.map(({ name }) => name))}. The form of 0.1.0 is accepted until they are bound to their rows.`,
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
      'Replace them, then run "carillon migrate --finish".',
    )
  return warn(
    'upgrade',
    `The upgrade to ${version} is not finished, and no process of an older version was seen in the last two minutes.`,
    'Run "carillon migrate --finish". An api process of 0.1.0 is not detected while it is idle or behind PgBouncer: make sure that none runs.',
  )
}
