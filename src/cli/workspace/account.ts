// carillon account: the accounts of the installation, and its operators.
import type { Account, AccountWithWorkspaces, Operations } from '../../../sdk/src/api.ts'
import { type Call, type Flag, idOf, type Noun, required } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'

const theId = { name: 'ID', description: 'The id, from "carillon account list".' }
const operatorFlag: Flag = {
  name: 'operator',
  value: 'on|off',
  choices: ['on', 'off'],
  description: 'Required. An operator sees all workspaces, creates workspaces, and appoints operators.',
}

export const accountNoun: Noun = {
  name: 'account',
  summary: 'Accounts that can sign in to the installation.',
  commands: [
    {
      words: 'account list',
      summary: 'List every account of the installation, newest first.',
      flags: [{ name: 'q', value: 'TEXT', description: 'Part of a name or an email address.' }, ...listFlags],
      examples: ['carillon account list', 'carillon account list --q ada --json'],
      run: list,
    },
    {
      words: 'account update',
      summary: 'Make an account an operator of the installation, or revoke its operator rights.',
      takes: [theId],
      flags: [operatorFlag],
      examples: ['carillon account update 3 --operator on'],
      run: update,
    },
    {
      words: 'account password-link',
      summary: 'Create a link for a new password. Hand it over yourself.',
      takes: [theId],
      more: 'The command prints only the link on standard output.',
      examples: ['carillon account password-link 3', 'carillon account password-link 3 --json'],
      run: passwordLink,
    },
    {
      words: 'account sign-out',
      summary: 'End all sessions of an account.',
      takes: [theId],
      examples: ['carillon account sign-out 3'],
      run: signOut,
    },
    {
      words: 'account second-factor-off',
      summary:
        'Remove the second factor of a person who has lost the authenticator app and the recovery codes. All sessions of the account end.',
      takes: [theId],
      flags: [yesFlag],
      more: 'Verify first that the request comes from this person: afterwards the password alone is enough to sign in.',
      examples: ['carillon account second-factor-off 3', 'carillon account second-factor-off 3 --yes'],
      run: removeSecondFactor,
    },
    {
      words: 'account delete',
      summary: 'Delete an account with its sessions and memberships.',
      takes: [theId],
      flags: [yesFlag],
      examples: ['carillon account delete 3', 'carillon account delete 3 --yes'],
      run: remove,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const page = await listed<AccountWithWorkspaces>(call, '/members', { q: call.text('q') })
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'name', cell: ({ name }) => name },
      { title: 'email', cell: ({ email }) => email },
      { title: 'operator', cell: ({ operator }) => (operator ? 'operator' : '') },
      { title: 'second factor', cell: ({ second_factor }) => (second_factor ? 'on' : '') },
      {
        title: 'workspaces',
        cell: ({ workspaces }) => workspaces.map(({ name, role }) => `${name} (${role})`).join(', '),
      },
      { title: 'last seen', cell: ({ last_seen_at }) => moment(last_seen_at) },
    ],
    'There are no matching accounts. To create the first owner: carillon token --setup',
  )
}

async function update(call: Call): Promise<number> {
  const [id, operator] = [idOf(call, 'ID'), required(call, 'operator') === 'on']
  const changed = await call.api.patch<Account>(`/members/${id}`, { operator })
  return call.out.show(changed, () =>
    call.out.line(`${inOneLine(changed.name)} is ${changed.operator ? 'now an operator' : 'no longer an operator'}.`),
  )
}

async function passwordLink(call: Call): Promise<number> {
  const made = await call.api.post<Operations['createPasswordLink']['answer']>(
    `/members/${idOf(call, 'ID')}/password-link`,
  )
  return call.out.show(made, () => {
    call.out.line(made.link)
    call.out.note(`The link expires at ${moment(made.expires_at)}.`)
  })
}

async function signOut(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  await call.api.post(`/members/${id}/sign-out`)
  return call.out.show({ id, signed_out: true }, () => call.out.line(`All sessions of account ${id} have ended.`))
}

async function removeSecondFactor(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  if (!(await confirmed(call, `Remove the second factor of account ${id}?`))) return 1
  await call.api.remove(`/members/${id}/second-factor`)
  return call.out.show({ id, second_factor: false }, () =>
    call.out.line(`Account ${id} has no second factor now, and all its sessions have ended.`),
  )
}

async function remove(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  if (!(await confirmed(call, `Delete account ${id} with its sessions and memberships?`))) return 1
  await call.api.remove(`/members/${id}`)
  return call.out.show({ id, deleted: true }, () => call.out.line(`Account ${id} was deleted.`))
}
