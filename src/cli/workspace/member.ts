// carillon member: the members of a workspace, their roles, and invitations.
import type { Member, MemberInvitation, NewMemberInvitation } from '../../../sdk/src/api.ts'
import { type Call, type Flag, idOf, type Noun, required } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const theId = { name: 'ID', description: 'The id, from "carillon member list".' }
const roleFlag: Flag = {
  name: 'role',
  value: 'owner|admin|viewer',
  choices: ['owner', 'admin', 'viewer'],
  description: 'Required. A viewer can read, an admin can also make changes, and an owner can also manage members.',
}

export const memberNoun: Noun = {
  name: 'member',
  summary: 'Members of a workspace, and invitations.',
  commands: [
    {
      words: 'member list',
      summary: "List a workspace's members.",
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon member list', 'carillon member list --workspace Shop --json'],
      run: list,
    },
    {
      words: 'member invite',
      summary: 'Invite a person by email. Without a mail server, the command prints the link, and only once.',
      takes: [{ name: 'EMAIL', description: 'The email address of the person.' }],
      flags: [roleFlag, workspaceFlag],
      more: 'Without a mail server, the command prints only the link on standard output. A link that is sent by email is not shown.',
      examples: [
        'carillon member invite ada@shop.example --role admin',
        'carillon member invite bo@shop.example --role viewer --json',
      ],
      run: invite,
    },
    {
      words: 'member update',
      summary: "Change a member's role.",
      takes: [theId],
      flags: [roleFlag, workspaceFlag],
      examples: ['carillon member update 3 --role viewer'],
      run: update,
    },
    {
      words: 'member remove',
      summary: "Remove a member from the workspace. The member's account is not deleted.",
      takes: [theId],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon member remove 3', 'carillon member remove 3 --yes'],
      run: remove,
    },
    {
      words: 'member invitations list',
      summary: 'List invitations that were not accepted yet, newest first.',
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon member invitations list'],
      run: invitations,
    },
    {
      words: 'member invitations revoke',
      summary: 'Revoke an invitation. Its link becomes invalid.',
      takes: [{ name: 'ID', description: 'The id, from "carillon member invitations list".' }],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon member invitations revoke 5 --yes'],
      run: revoke,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Member>(call, `${path}/members`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'name', cell: ({ name }) => name },
      { title: 'email', cell: ({ email }) => email },
      { title: 'role', cell: ({ role, operator }) => (operator ? `${role}, operator` : role) },
      { title: 'last seen', cell: ({ last_seen_at }) => moment(last_seen_at) },
    ],
    'There are no members yet. Invite a member: carillon member invite EMAIL --role admin',
  )
}

async function invite(call: Call): Promise<number> {
  const body = { email: required(call, 'EMAIL'), role: required(call, 'role') }
  const { path } = await workspaceOf(call)
  const made = await call.api.post<NewMemberInvitation>(`${path}/invitations`, body)
  return call.out.show(made, () => {
    if (made.link === null) {
      call.out.line(`The link is sent to ${made.email} by email. It expires at ${moment(made.expires_at)}.`)
      call.out.note('To see whether the email was sent: carillon member invitations list')
      return
    }
    call.out.line(made.link)
    call.out.note(
      `No mail server is configured, so send this link yourself. It is not shown again, and expires at ${moment(made.expires_at)}.`,
    )
  })
}

async function update(call: Call): Promise<number> {
  const [id, role] = [idOf(call, 'ID'), required(call, 'role')]
  const { path } = await workspaceOf(call)
  const changed = await call.api.patch<Member>(`${path}/members/${id}`, { role })
  return call.out.show(changed, () => call.out.line(`${inOneLine(changed.name)} now has the role ${changed.role}.`))
}

async function remove(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path, name } = await workspaceOf(call)
  if (!(await confirmed(call, `Remove member ${id} from ${inOneLine(name)}?`))) return 1
  await call.api.remove(`${path}/members/${id}`)
  return call.out.show({ id, removed: true }, () => call.out.line(`Member ${id} was removed.`))
}

async function invitations(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<MemberInvitation>(call, `${path}/invitations`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'email', cell: ({ email }) => email },
      { title: 'role', cell: ({ role }) => role },
      { title: 'invited by', cell: ({ invited_by }) => invited_by },
      { title: 'state', cell: ({ state }) => state, paint: ({ state }) => (state === 'open' ? 'green' : 'dim') },
      { title: 'mail', cell: ({ mail }) => mail ?? 'none', paint: ({ mail }) => (mail === 'failed' ? 'red' : 'dim') },
      { title: 'expires', cell: ({ expires_at }) => moment(expires_at) },
    ],
    'There are no open invitations.',
  )
}

async function revoke(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  if (!(await confirmed(call, `Revoke invitation ${id}?`))) return 1
  await call.api.remove(`${path}/invitations/${id}`)
  return call.out.show({ id, revoked: true }, () => call.out.line(`Invitation ${id} was revoked.`))
}
