// carillon workspace conditions: what is wrong in a workspace now, and what to do about it.
import type { Overview } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Call, Command } from '../command.ts'
import { inOneLine } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const conditionsCommand: Command = {
  words: 'workspace conditions',
  summary: 'Show what is wrong in a workspace now, with what to do.',
  takes: [{ name: 'WORKSPACE', description: 'Its id or name; the only one when left out.', optional: true }],
  flags: [workspaceFlag],
  more: `Paused connections, connections with pending messages after failed attempts, overdue messages, disabled endpoints, replies
that are not received, quotas, templates that a provider refuses, and failed messages: over 5 % of at least 20 in the last
hour, or of fewer at least 3 and half of them. Ends with exit code 1 while one is an error.`,
  examples: ['carillon workspace conditions', 'carillon workspace conditions Shop --json'],
  run: showConditions,
}

async function showConditions(call: Call): Promise<number> {
  const { path } = await workspaceOf(call, 'WORKSPACE')
  const { conditions, last_hour } = await call.api.get<Overview>(`${path}/overview`)
  const { out } = call
  out.show(conditions, () => {
    if (conditions.length === 0) out.line(calmLine(last_hour.reduce((sum, { failed }) => sum + failed, 0)))
    for (const { severity, message, remedy, link } of conditions) {
      out.line(`${out.paint(severity === 'error' ? 'red' : 'yellow', severity.padEnd(7))}  ${inOneLine(message)}`)
      out.line(`         ${inOneLine(remedy)}`)
      out.line(out.paint('dim', `         ${call.api.url}${inOneLine(link)}`))
    }
  })
  return conditions.some(({ severity }) => severity === 'error') ? 1 : 0
}

function calmLine(failed: number): string {
  return failed === 0 ? 'All is well.' : `No problems. ${counted(failed, 'message')} failed in the last hour.`
}
