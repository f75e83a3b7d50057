// carillon workspace conditions: what is wrong in a workspace now, and what to do about it.
import type { Call, Command } from './command.ts'
import { inOneLine } from './output.ts'
import { workspaceFlag, workspaceOf } from './places.ts'

export interface Condition {
  kind: string
  severity: 'error' | 'warning'
  message: string
  remedy: string
  link: string
}

export const conditionsCommand: Command = {
  words: 'workspace conditions',
  summary: 'Show what is wrong in a workspace now, with what to do.',
  takes: [{ name: 'WORKSPACE', says: 'Its id or name; the only one when left out.', optional: true }],
  flags: [workspaceFlag],
  more: `Paused connections, a failure rate over 5 % of at least 20 messages in the last hour, overdue messages, disabled endpoints,
replies that are not received, quotas, and templates that a provider refuses. Ends with exit code 1 while one is an error.`,
  examples: ['carillon workspace conditions', 'carillon workspace conditions Shop --json'],
  client: true,
  run: showConditions,
}

async function showConditions(call: Call): Promise<number> {
  const { path } = await workspaceOf(call, 'WORKSPACE')
  const { conditions } = await call.api.get<{ conditions: Condition[] }>(`${path}/overview`)
  const { out } = call
  out.show(conditions, () => {
    if (conditions.length === 0) out.line('All is well.')
    for (const { severity, message, remedy, link } of conditions) {
      out.line(`${out.paint(severity === 'error' ? 'red' : 'yellow', severity.padEnd(7))}  ${inOneLine(message)}`)
      out.line(`         ${inOneLine(remedy)}`)
      out.line(out.paint('dim', `         ${call.api.url}${inOneLine(link)}`))
    }
  })
  return conditions.some(({ severity }) => severity === 'error') ? 1 : 0
}
