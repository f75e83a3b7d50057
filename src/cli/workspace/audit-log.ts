// carillon audit-log: changes, exports and sign-ins.
import type { AuditLine } from '../../../sdk/src/api.ts'
import { type Call, type Noun, UsageError, wholeNumber } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { momentOf } from '../moments.ts'
import { moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const auditLogNoun: Noun = {
  name: 'audit-log',
  summary: 'Changes, exports and sign-ins: actor, action, time and address.',
  commands: [
    {
      words: 'audit-log list',
      summary: 'List changes and exports of a workspace, newest first, or of the whole installation with its sign-ins.',
      flags: [
        { name: 'installation', description: 'Of every workspace, and of what belongs to none.' },
        { name: 'member', value: 'ID', description: 'By this member.' },
        {
          name: 'action',
          value: 'NAME',
          description: 'An operation of the API document, such as changeSource or signIn; or signInFailed.',
        },
        { name: 'object', value: 'KIND', description: 'To things of this kind, such as source.' },
        { name: 'since', value: 'TIME', description: 'Then or later: 2030-01-31T09:00:00Z, or 2h (s, m, h, d) ago.' },
        { name: 'until', value: 'TIME', description: 'Before then.' },
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
    since: momentOf(call, 'since', 'past'),
    until: momentOf(call, 'until', 'past'),
  }
  const page = await listed<AuditLine>(call, `${below}/audit-log`, query)
  return showList(
    call,
    page,
    [
      { title: 'when', cell: ({ at }) => moment(at) },
      { title: 'who', cell: ({ actor }) => actor.name },
      { title: 'from', cell: ({ address }) => address },
      { title: 'did', cell: ({ says, outcome }) => (outcome === 'done' ? says : `${says} (perhaps)`) },
      {
        title: 'to',
        cell: ({ object }) => (object === null ? '' : `${object.kind} ${object.name ?? object.id ?? ''}`),
      },
      { title: 'asked', cell: ({ change }) => (change === null ? '' : JSON.stringify(change)) },
    ],
    'Nothing of the kind was changed.',
  )
}
