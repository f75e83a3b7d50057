// carillon imports: lists the imports of the last 30 days, shows their results, and cancels an import.
import type { Import, RefusedRow } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { type Call, idOf, type Noun } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment, type Style } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const theId = { name: 'ID', description: 'The id, from "carillon imports list".' }

export const importsNoun: Noun = {
  name: 'imports',
  summary: 'Imports of recipients from files.',
  commands: [
    {
      words: 'imports list',
      summary: 'List imports of the last 30 days, newest first.',
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon imports list', 'carillon imports list --json'],
      run: list,
    },
    {
      words: 'imports show',
      summary: 'Show the progress and the result of an import.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon imports show 3 --json'],
      run: show,
    },
    {
      words: 'imports refused',
      summary:
        'Print the refused rows with their reasons. With --csv, print them as a file that you can correct and import again.',
      takes: [theId],
      flags: [{ name: 'csv', description: 'Print all refused rows as CSV.' }, ...listFlags, workspaceFlag],
      examples: ['carillon imports refused 3', 'carillon imports refused 3 --csv > refused.csv'],
      run: refused,
    },
    {
      words: 'imports cancel',
      summary: 'Cancel an import. Rows that are already imported are not undone.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon imports cancel 3'],
      run: cancel,
    },
  ],
}

const colors: Record<string, Style> = { done: 'green', cancelled: 'dim', failed: 'red' }

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Import>(call, `${path}/recipients/imports`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'when', cell: ({ created_at }) => moment(created_at) },
      { title: 'file', cell: ({ name, dry_run }) => `${name ?? ''}${dry_run ? ' (dry run)' : ''}` },
      { title: 'state', cell: ({ state }) => state, paint: ({ state }) => colors[state] ?? 'yellow' },
      { title: 'done', cell: ({ done, rows }) => `${done} of ${rows}` },
      { title: 'refused', cell: ({ refused: count }) => count },
      { title: 'problem', cell: ({ problem }) => problem, whole: true },
    ],
    'There were no imports in the last 30 days.',
  )
}

async function show(call: Call): Promise<number> {
  const found = await call.api.get<Import>(await pathOf(call))
  return call.out.show(found, () =>
    call.out.fields([
      ['id', found.id],
      ['file', found.name],
      ['dry run', found.dry_run ? 'yes (no recipient is changed)' : ''],
      ['match by', found.match_by],
      ['state', found.state],
      ['rows', `${found.done} of ${found.rows}`],
      ['created', found.created],
      ['updated', found.updated],
      ['unchanged', found.unchanged],
      ['refused', found.refused],
      ['started', moment(found.created_at)],
      ['ended', moment(found.ended_at)],
      ['problem', found.problem],
    ]),
  )
}

async function refused(call: Call): Promise<number> {
  const path = await pathOf(call)
  if (call.has('csv')) {
    const csv = await call.api.text(`${path}/refused.csv`)
    return call.out.show({ csv }, () => process.stdout.write(csv))
  }
  const page = await listed<RefusedRow>(call, `${path}/refused`)
  return showList(
    call,
    page,
    [
      { title: 'line', cell: ({ line }) => line },
      {
        title: 'reason',
        cell: ({ problems }) =>
          Object.entries(problems)
            .map(([field, messages]) => `${field} ${messages.join(', ')}`)
            .join('; '),
        whole: true,
      },
      { title: 'row', cell: ({ cells }) => JSON.stringify(cells) },
    ],
    'No row was refused.',
  )
}

async function cancel(call: Call): Promise<number> {
  const ended = await call.api.post<Import>(`${await pathOf(call)}/cancel`)
  return call.out.show(ended, () => {
    const name = ended.name === null ? '' : ` (${inOneLine(ended.name)})`
    call.out.line(`Import ${ended.id}${name} was cancelled after ${ended.done} of ${counted(ended.rows, 'row')}.`)
  })
}

async function pathOf(call: Call): Promise<string> {
  const id = idOf(call, 'ID')
  return `${(await workspaceOf(call)).path}/recipients/imports/${id}`
}
