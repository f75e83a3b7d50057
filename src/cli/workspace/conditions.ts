// carillon workspace conditions: the current problems of a workspace, each with its remedy.
import type { Overview } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Call, Command } from '../command.ts'
import { inOneLine } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const conditionsCommand: Command = {
  words: 'workspace conditions',
  summary: 'Show the current problems of a workspace, with their remedies.',
  takes: [
    { name: 'WORKSPACE', description: 'Id or name of the workspace. Optional if there is only one.', optional: true },
  ],
  flags: [workspaceFlag],
  more: `The conditions are paused connections, connections with pending messages after failed attempts, overdue
messages, disabled endpoints, replies that are not received, quotas that are almost or fully used, templates that a
provider refuses, and failed messages. Failed messages are a condition if more than 5 % of the last hour's messages
failed. If the last hour had fewer than 20 messages, they are a condition only if at least 3 messages and at least 50 %
of the messages failed. The exit code is 1 if a condition is an error.`,
  examples: ['carillon workspace conditions', 'carillon workspace conditions Shop --json'],
  run: showConditions,
}

async function showConditions(call: Call): Promise<number> {
  const { path } = await workspaceOf(call, 'WORKSPACE')
  const { conditions, last_hour } = await call.api.get<Overview>(`${path}/overview`)
  const { out } = call
  out.show(conditions, () => {
    if (conditions.length === 0) out.line(emptyLine(last_hour.reduce((sum, { failed }) => sum + failed, 0)))
    for (const { severity, message, remedy, link } of conditions) {
      out.line(`${out.paint(severity === 'error' ? 'red' : 'yellow', severity.padEnd(7))}  ${inOneLine(message)}`)
      out.line(`         ${inOneLine(remedy)}`)
      out.line(out.paint('dim', `         ${call.api.url}${inOneLine(link)}`))
    }
  })
  return conditions.some(({ severity }) => severity === 'error') ? 1 : 0
}

function emptyLine(failed: number): string {
  return failed === 0 ? 'No problems.' : `No problems. ${counted(failed, 'message')} failed in the last hour.`
}
