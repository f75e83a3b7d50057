// carillon notices: lists the notices to the owners of a workspace, and whether each was sent by email.
import type { Notice } from '../../../sdk/src/api.ts'
import type { Call, Noun } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { moment, type Style } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const colors = { waiting: 'yellow', sent: 'green', kept: 'dim', failed: 'red' } as const satisfies Record<string, Style>

export const noticesNoun: Noun = {
  name: 'notices',
  summary: 'Notices to the owners of a workspace.',
  commands: [
    {
      words: 'notices list',
      summary: 'List notices to the owners, newest first, and whether they were sent by email.',
      flags: [...listFlags, workspaceFlag],
      more: 'The mail state "kept" means that the notice was not sent by email, because SMTP_URL or the notice_email of the workspace is not set.',
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
    'There are no notices.',
  )
}
