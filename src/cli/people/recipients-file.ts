// carillon recipients import and export: recipients as a CSV file.

import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Import, RefusedRow } from '../../../sdk/src/api.ts'
import { addressTable } from '../../channels/addresses.ts'
import { counted } from '../../lib/text/plural.ts'
import { messageOf } from '../../lib/thrown.ts'
import { type Call, type Command, CommandFailed, required } from '../command.ts'
import { readBytes } from '../input.ts'
import { modeFlag } from '../lists.ts'
import { inOneLine, type Style } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const { identifiers, textFields } = addressTable()

export const recipientFileCommands: Command[] = [
  {
    words: 'recipients import',
    summary: 'Import recipients from a CSV file, and show the result. The exit code is 1 if rows were refused.',
    takes: [{ name: 'FILE', description: 'The file, in UTF-8. Use - to read standard input.' }],
    flags: [
      { name: 'dry-run', description: 'Show the changes without making them.' },
      {
        name: 'match-by',
        value: 'COLUMN',
        description: `The column that identifies a recipient: id, ${identifiers.join(', ')}, or all (default).`,
      },
      {
        name: 'refused',
        value: 'FILE',
        description: 'A file for the refused rows. You can correct it and import it again.',
      },
      modeFlag,
      workspaceFlag,
    ],
    more: `The first line contains the column names: id, name, ${textFields.join(', ')}, locale, tags, preferred_channel,
metadata, metadata.NAME for a value of your application, preferences, and preferences.SLUG with yes or no for a
category. The separator is a comma, a semicolon or a tab. A row for
an existing recipient updates this recipient. An empty cell changes nothing. A row is refused if its phone number
belongs to a recipient with another email address, because the row may describe another person. Ctrl-C stops the
command, but not the import.`,
    examples: [
      'carillon recipients import customers.csv --dry-run',
      'carillon recipients import customers.csv --match-by email --json',
    ],
    run: importFile,
  },
  {
    words: 'recipients export',
    summary: 'Print all recipients as a CSV file for "carillon recipients import".',
    flags: [{ name: 'tag', value: 'TAG', description: 'Only recipients with this tag.' }, modeFlag, workspaceFlag],
    more: 'If a spreadsheet would evaluate a cell as a formula, an apostrophe is added before it. An import removes the apostrophe.',
    examples: ['carillon recipients export > people.csv', 'carillon recipients export --tag beta --mode test'],
    run: exportFile,
  },
]

async function importFile(call: Call): Promise<number> {
  const file = required(call, 'FILE')
  const bytes = file === '-' ? await buffer(process.stdin) : readBytes(file)
  const { path } = await workspaceOf(call)
  const query = {
    mode: call.text('mode'),
    dry_run: call.has('dry-run') ? 'true' : undefined,
    match_by: call.text('match-by'),
    name: file === '-' ? undefined : basename(file),
  }
  call.out.progress('uploading the file…')
  const taken = await call.api.upload<Import>(`${path}/recipients/import`, query, bytes, 'text/csv')
  const done = await follow(call, `${path}/recipients/imports/${taken.id}`)
  return report(call, `${path}/recipients/imports/${taken.id}`, done)
}

/** Waits until the import ends, and shows its progress. */
async function follow(call: Call, path: string): Promise<Import> {
  for (let pause = 50; ; pause = Math.min(pause * 2, 1000)) {
    const now = await call.api.get<Import>(path)
    if (now.ended_at !== null) {
      call.out.progress(undefined)
      return now
    }
    call.out.progress(
      `${now.done} of ${counted(now.rows, 'row')}…${now.problem === null ? '' : ` (${inOneLine(now.problem)})`}`,
    )
    await wait(pause)
  }
}

const colors: Record<string, Style> = { created: 'green', updated: 'yellow', unchanged: 'dim', refused: 'red' }
const MOST_SHOWN = 1000

async function report(call: Call, path: string, done: Import): Promise<number> {
  const { api, out } = call
  const refused = done.refused > 0 ? (await api.rows<RefusedRow>(`${path}/refused`, {}, MOST_SHOWN)).data : []
  const target = call.text('refused')
  if (target !== undefined && done.refused > 0) write(target, await api.text(`${path}/refused.csv`))
  out.show({ ...done, refused_rows: refused }, () => {
    for (const { line, problems } of refused)
      for (const [field, messages] of Object.entries(problems))
        out.note(`line ${line}: ${inOneLine(field)} ${inOneLine(messages.join(', '))}`)
    if (done.refused > refused.length)
      out.note(
        `… and ${counted(done.refused - refused.length, 'more refused row')}. Use --refused FILE to write all of them to a file.`,
      )
    const sums = (['created', 'updated', 'unchanged', 'refused'] as const).flatMap((result) =>
      done[result] > 0 ? [out.paint(colors[result], `${done[result]} ${result}`)] : [],
    )
    const end = call.has('dry-run') ? ' (dry run: no recipient was changed)' : ''
    out.line(`${sums.join(', ') || 'Nothing to do'}${end}.`)
    if (done.state !== 'done') out.note(`The import is ${done.state}: ${inOneLine(done.problem)}`)
  })
  return done.state === 'done' && done.refused === 0 ? 0 : 1
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written: ${messageOf(error)}.`)
  }
}

async function exportFile(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = { tag: call.text('tag'), mode: call.text('mode') }
  const csv = await call.api.text(`${path}/recipients/export`, query)
  return call.out.show({ csv }, () => process.stdout.write(csv))
}
