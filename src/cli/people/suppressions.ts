// carillon suppressions: addresses to which a workspace sends no messages, with the reason.
import { buffer } from 'node:stream/consumers'
import type { Suppression } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { type Call, CommandFailed, definedFields, type Flag, type Noun, required } from '../command.ts'
import { confirmed, readBytes, yesFlag } from '../input.ts'
import { listed, listFlags, modeFlag, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const channelFlag: Flag = { name: 'channel', value: 'CHANNEL', description: 'The channel. Default for changes: email.' }
const reasonFlag: Flag = {
  name: 'reason',
  value: 'REASON',
  description: 'unsubscribed, hard_bounce, complaint, invalid, stop_word or manual.',
}
const noteFlag: Flag = { name: 'note', value: 'TEXT', description: 'Why the change was made.' }

export const suppressionsNoun: Noun = {
  name: 'suppressions',
  summary: 'Addresses that receive no messages, with the reason.',
  commands: [
    {
      words: 'suppressions list',
      summary: 'List suppressed addresses, newest first.',
      flags: [
        { name: 'q', value: 'TEXT', description: 'Part of the address.' },
        reasonFlag,
        channelFlag,
        modeFlag,
        ...listFlags,
        workspaceFlag,
      ],
      examples: [
        'carillon suppressions list --reason hard_bounce',
        'carillon suppressions list --q @example.com --json',
      ],
      run: list,
    },
    {
      words: 'suppressions add',
      summary: 'Suppress an address, so that it receives no messages.',
      takes: [{ name: 'ADDRESS', description: 'The address on the channel.' }],
      flags: [reasonFlag, noteFlag, channelFlag, modeFlag, workspaceFlag],
      examples: ['carillon suppressions add ada@example.com --note "asked by phone"'],
      run: add,
    },
    {
      words: 'suppressions lift',
      summary: 'Lift a suppression, so that the address receives messages again.',
      takes: [
        {
          name: 'ID|ADDRESS',
          description:
            'The id, from "carillon suppressions list", or the address. With --channel, a number is an address.',
        },
      ],
      flags: [
        yesFlag,
        { ...noteFlag, description: 'Why the address should receive messages again. A complaint requires it.' },
        reasonFlag,
        channelFlag,
        modeFlag,
        workspaceFlag,
      ],
      examples: ['carillon suppressions lift ada@example.com', 'carillon suppressions lift 3 --note "asked by phone"'],
      run: lift,
    },
    {
      words: 'suppressions import',
      summary: 'Import suppressed addresses from a CSV file. The exit code is 1 if rows were refused.',
      takes: [{ name: 'FILE', description: 'The file, in UTF-8. Use - to read standard input.' }],
      flags: [
        { name: 'dry-run', description: 'Check the rows, but store nothing.' },
        { ...reasonFlag, description: 'The reason of rows that state no known reason, such as hard_bounce.' },
        channelFlag,
        modeFlag,
        workspaceFlag,
      ],
      more: `The command reads its own export, and the suppression files of Amazon SES, SendGrid, Postmark, Mailgun and
Resend. SendGrid and Mailgun export one file for each reason, so these files need --reason.`,
      examples: ['carillon suppressions import bounces.csv --reason hard_bounce --dry-run'],
      run: importFile,
    },
    {
      words: 'suppressions export',
      summary: 'Print suppressed addresses as a CSV file for "carillon suppressions import".',
      flags: [reasonFlag, channelFlag, modeFlag, workspaceFlag],
      examples: ['carillon suppressions export > suppressions.csv'],
      run: exportFile,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Suppression>(call, `${path}/suppressions`, { q: call.text('q'), ...filterOf(call) })
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'address', cell: ({ address }) => address },
      { title: 'reason', cell: ({ reason }) => reason },
      { title: 'origin', cell: originOf },
      { title: 'at', cell: ({ at }) => moment(at) },
      { title: 'channel', cell: ({ channel }) => channel },
      { title: 'detail', cell: ({ detail, note }) => note ?? detail, whole: true },
    ],
    'There are no suppressions.',
  )
}

function originOf({ origin, delivery_id: id }: Suppression): string {
  return id === null ? origin : `${origin} (delivery ${id})`
}

const filterOf = (call: Call) => ({
  reason: call.text('reason'),
  channel: call.text('channel'),
  mode: call.text('mode'),
})

async function add(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const body = definedFields({ address: required(call, 'ADDRESS'), note: call.text('note'), ...filterOf(call) })
  const saved = await call.api.post<Suppression>(`${path}/suppressions`, body)
  return call.out.show(saved, () =>
    call.out.line(`${inOneLine(saved.address)} is suppressed on ${saved.channel} (${saved.reason}).`),
  )
}

async function lift(call: Call): Promise<number> {
  const subject = required(call, 'ID|ADDRESS')
  const { path } = await workspaceOf(call)
  const isId = /^\d+$/.test(subject) && call.text('channel') === undefined
  const { id, address, channel, reason } = isId
    ? await call.api.get<Suppression>(`${path}/suppressions/${subject}`)
    : await entryOfAddress(call, path, subject)
  if (!(await confirmed(call, `Lift the suppression of ${inOneLine(address)} on ${channel} (${reason})?`))) return 1
  await call.api.post(`${path}/suppressions/${id}/lift`, definedFields({ note: call.text('note') }))
  return call.out.show({ id, lifted: true }, () => call.out.line(`Suppression ${id} was lifted.`))
}

/**
 * Returns the only suppression of the address. Fails if there are several, because the user must choose one of them by
 * its reason.
 */
async function entryOfAddress(call: Call, path: string, address: string): Promise<Suppression> {
  const { data } = await call.api.rows<Suppression>(`${path}/suppressions`, { address, ...filterOf(call) })
  const [found, ...others] = data
  if (!found) throw new CommandFailed(`${address} is not suppressed.`)
  if (others.length > 0) {
    const reasons = data.map(({ reason, channel }) => `${reason} on ${channel}`).join(', ')
    throw new CommandFailed(`${address} has several suppressions (${reasons}). Use --reason, --channel or the id.`)
  }
  return found
}

interface Report {
  rows: number
  added: number
  known: number
  skipped: number
  refused: number
  problems: { line: number; problem: string }[]
}

async function importFile(call: Call): Promise<number> {
  const { api, out } = call
  const file = required(call, 'FILE')
  const bytes = file === '-' ? await buffer(process.stdin) : readBytes(file)
  const { path } = await workspaceOf(call)
  const query = { ...filterOf(call), dry_run: call.has('dry-run') ? 'true' : undefined }
  const report = await api.upload<Report>(`${path}/suppressions/import`, query, bytes, 'text/csv')
  out.show(report, () => {
    for (const { line, problem } of report.problems) out.note(`line ${line}: ${inOneLine(problem)}`)
    const { rows, added, known, skipped, refused } = report
    const end = call.has('dry-run') ? ' (dry run: nothing was stored)' : ''
    out.line(`${counted(rows, 'row')}: ${added} added, ${known} known, ${skipped} skipped, ${refused} refused${end}.`)
  })
  return report.refused === 0 ? 0 : 1
}

async function exportFile(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const csv = await call.api.text(`${path}/suppressions/export`, filterOf(call))
  return call.out.show({ csv }, () => process.stdout.write(csv))
}
