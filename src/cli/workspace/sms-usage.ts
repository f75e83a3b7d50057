// carillon workspace sms-usage: the SMS messages of a month and their costs at the providers.
import type { SmsUsage } from '../../../sdk/src/api.ts'
import type { Call, Command } from '../command.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const smsUsageCommand: Command = {
  words: 'workspace sms-usage',
  summary: 'Show the SMS messages of a month, with their segments and estimated costs by country.',
  takes: [
    { name: 'WORKSPACE', description: 'Id or name of the workspace. Optional if there is only one.', optional: true },
  ],
  flags: [{ name: 'month', value: 'YYYY-MM', description: 'The month. Default: the current month.' }, workspaceFlag],
  more: `The costs are the current prices of the connections (setting "prices"), times the segments. Numbers without a price
have no prefix. Messages of removed connections, and messages older than the retention, are not included.`,
  examples: ['carillon workspace sms-usage', 'carillon workspace sms-usage Shop --month 2030-01 --json'],
  run: showSmsUsage,
}

async function showSmsUsage(call: Call): Promise<number> {
  const { path } = await workspaceOf(call, 'WORKSPACE')
  const usage = await call.api.get<SmsUsage>(`${path}/usage/sms`, { month: call.text('month') })
  const { out } = call
  return out.show(usage, () => {
    if (usage.data.length === 0) return out.note(`No SMS messages in ${usage.period}.`)
    out.table(
      [
        { title: 'connection', cell: ({ connection_id }) => connection_id },
        { title: 'provider', cell: ({ provider }) => provider },
        { title: 'prefix', cell: ({ prefix }) => prefix },
        { title: 'messages', cell: ({ messages }) => messages },
        { title: 'segments', cell: ({ segments }) => segments },
        { title: 'price', cell: ({ price }) => price },
        { title: 'cost', cell: ({ cost }) => cost },
        { title: 'currency', cell: ({ currency }) => currency },
      ],
      usage.data,
    )
  })
}
