// carillon audit-log: lists changes, exports and sign-ins.
import type { AuditLine } from '../../../sdk/src/api.ts'
import { type Call, type Noun, UsageError, wholeNumber } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { momentOf } from '../moments.ts'
import { moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const auditLogNoun: Noun = {
  name: 'audit-log',
  summary: 'The audit log: changes, exports and sign-ins, with their actor, action, time and address.',
  commands: [
    {
      words: 'audit-log list',
      summary:
        'List the changes and exports in a workspace, newest first. With --installation, list all entries of the installation, also sign-ins.',
      flags: [
        {
          name: 'installation',
          description: 'List the entries of all workspaces, and entries that belong to no workspace.',
        },
        { name: 'member', value: 'ID', description: 'Only changes by this member.' },
        {
          name: 'action',
          value: 'NAME',
          description:
            'Only this action: signInFailed, or an operation of the API document, such as changeSource or signIn.',
        },
        { name: 'object', value: 'KIND', description: 'Only entries about objects of this kind, such as "source".' },
        {
          name: 'q',
          value: 'TEXT',
          description: 'Only entries whose actor, action, object or address contains this text.',
        },
        {
          name: 'since',
          value: 'TIME',
          description:
            'Only entries at this time or later: 2030-01-31T09:00:00Z, or 2h for two hours ago (s, m, h, d).',
        },
        { name: 'until', value: 'TIME', description: 'Before this time.' },
        ...listFlags,
        workspaceFlag,
      ],
      examples: [
        'carillon audit-log list --since 1d',
        'carillon audit-log list --installation --action signInFailed --json',
      ],
      run: list,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const everywhere = call.has('installation')
  if (everywhere && call.has('workspace')) throw new UsageError('Give --installation or --workspace, not both.')
  const below = everywhere ? '' : (await workspaceOf(call)).path
  const query = {
    member: wholeNumber(call, 'member'),
    action: call.text('action'),
    object: call.text('object'),
    q: call.text('q'),
    since: momentOf(call, 'since', 'past'),
    until: momentOf(call, 'until', 'past'),
  }
  const page = await listed<AuditLine>(call, `${below}/audit-log`, query)
  return showList(
    call,
    page,
    [
      { title: 'when', cell: ({ at }) => moment(at) },
      { title: 'actor', cell: ({ actor }) => actor.name },
      { title: 'from', cell: ({ address }) => address },
      { title: 'action', cell: ({ says, outcome }) => (outcome === 'done' ? says : `${says} (result unknown)`) },
      {
        title: 'object',
        cell: ({ object }) => (object === null ? '' : `${object.kind} ${object.name ?? object.id ?? ''}`),
      },
      { title: 'change', cell: ({ change }) => (change === null ? '' : JSON.stringify(change)) },
    ],
    'There are no matching entries.',
  )
}
