// carillon notices: what the workspace's owners were told, whether or not it went out by mail.
import type { Notice } from '../../../sdk/src/api.ts'
import type { Call, Noun } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { moment, type Style } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const colors = { waiting: 'yellow', sent: 'green', kept: 'dim', failed: 'red' } as const satisfies Record<string, Style>

export const noticesNoun: Noun = {
  name: 'notices',
  summary: "What the workspace's owners were told.",
  commands: [
    {
      words: 'notices list',
      summary: 'List what the owners were told, newest first, and whether it went out by mail.',
      flags: [...listFlags, workspaceFlag],
      more: "mail is kept where nobody could be written to: SMTP_URL or the workspace's notice_email is not set.",
      examples: ['carillon notices list', 'carillon notices list --limit 1 --json'],
      run: list,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Notice>(call, `${path}/notices`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'when', cell: ({ at }) => moment(at) },
      { title: 'mail', cell: ({ mail }) => mail, paint: ({ mail }) => colors[mail] },
      { title: 'to', cell: ({ recipients }) => recipients.join(', ') },
      { title: 'subject', cell: ({ subject }) => subject },
      { title: 'problem', cell: ({ problem }) => problem, whole: true },
    ],
    'The owners were told nothing.',
  )
}
