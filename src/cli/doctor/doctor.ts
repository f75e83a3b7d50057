// Runs the checks of "carillon doctor" one after the other and prints each finding.
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Call } from '../command.ts'
import { inOneLine, type Style } from '../output.ts'
import { databaseFindings } from './database.ts'
import { type Finding, fail, printedFinding } from './findings.ts'
import { machineFindings } from './machine.ts'
import { mailFinding } from './mail.ts'
import { providerFinding } from './provider.ts'
import { serviceFindings } from './service.ts'

const colors: Record<Finding['level'], Style> = { ok: 'green', warn: 'yellow', fail: 'red' }

/** Prints one line per finding. Returns the exit code 1 if a check failed. */
export async function doctor(call: Call): Promise<number> {
  const { out } = call
  const findings: Finding[] = []
  for await (const finding of examine(call)) {
    findings.push(finding)
    out.progress(undefined)
    if (!out.json) print(call, finding)
    out.progress('Checking…')
  }
  out.progress(undefined)
  const failed = findings.some(({ level }) => level === 'fail')
  if (out.json) out.show({ ok: !failed, checks: findings.map(printedFinding) }, () => {})
  return failed ? 1 : 0
}

async function* examine(call: Call): AsyncGenerator<Finding> {
  const config = configOf()
  if ('check' in config) yield config
  else yield* localFindings(config)
  yield* serviceFindings(call, 'check' in config ? undefined : config.publicUrl)
}

async function* localFindings(config: Config): AsyncGenerator<Finding> {
  const machine = [...machineFindings(config, systemClock.now())]
  yield* machine
  const isDirectoryUnusable = machine.some(({ check, level }) => check === 'data directory' && level === 'fail')
  // Skip the embedded database if its directory is unusable.
  if (config.databaseUrl !== undefined || !isDirectoryUnusable) yield* databaseFindings(config)
  yield await mailFinding(config)
  const provider = await providerFinding(config)
  if (provider) yield provider
}

function configOf(): Config | Finding {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail(
      'configuration',
      error.message,
      'Fix the setting. The data directory, the database and the mail server were not checked.',
    )
  }
}

function print({ out }: Call, { check, level, message, remedy }: Finding): void {
  out.line(`${out.paint(colors[level], level.padEnd(4))}  ${check.padEnd(14)}  ${inOneLine(message)}`)
  if (remedy !== undefined) out.line(`${' '.repeat(22)}→ ${inOneLine(remedy)}`)
}
