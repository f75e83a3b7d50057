// carillon token: management tokens, created on this machine or through a running service.
import type { ManagementToken, NewManagementToken } from '../../../sdk/src/api.ts'
import { type Call, CommandFailed, idOf, type Noun, required, UsageError } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { onThisMachine } from '../machine/machine-errors.ts'
import { expiresFlag, expiryIn } from '../moments.ts'
import { moment } from '../output.ts'

const scopes = ['read', 'manage', 'operator'] as const

export const tokenNoun: Noun = {
  name: 'token',
  summary: 'Management tokens.',
  commands: [
    {
      words: 'token',
      service: 'not called',
      summary: 'Create an operator token and write it to DATA_DIR/admin-token.',
      more: `The command writes to the database. Use it if the first token is lost or is on another machine. With the
embedded database, stop the service first. Without --replace, earlier tokens stay valid. The commands "carillon token
list", "carillon token create" and "carillon token revoke" call a running service.`,
      flags: [
        {
          name: 'replace',
          description: 'Revoke all other management tokens, including those in the files of other machines.',
        },
        {
          name: 'setup',
          description:
            'Print the link for creating the owner, if the installation has no owner. A start of the service also prints this link.',
        },
      ],
      examples: ['carillon token', 'carillon token --replace', 'carillon token --json', 'carillon token --setup'],
      run: issue,
    },
    {
      words: 'token list',
      summary: 'List the management tokens without their secrets, newest first.',
      more: 'The list contains all active tokens, and the newest hundred that were revoked or have expired. An asterisk marks the token of this command.',
      examples: ['carillon token list', 'carillon token list --json'],
      run: list,
    },
    {
      words: 'token create',
      summary: 'Create a management token and print it. It is shown only once.',
      takes: [
        { name: 'NAME', description: 'The name of the program that uses the token. The audit log shows this name.' },
      ],
      flags: [
        {
          name: 'scope',
          value: 'read|manage|operator',
          choices: scopes,
          description:
            'Required. "read" gives the permissions of a viewer in every workspace. "manage" gives the permissions of an owner. "operator" gives all permissions.',
        },
        expiresFlag,
      ],
      more: 'The command prints only the token on standard output. Only a token with the scope "operator" can create tokens. A new token cannot expire later than the token that created it.',
      examples: [
        'carillon token create "Nightly report" --scope read --expires 90d',
        'carillon token create Deploys --scope manage > deploys.token',
      ],
      run: create,
    },
    {
      words: 'token revoke',
      summary: 'Revoke a management token permanently. The next request with it is refused.',
      takes: [{ name: 'ID', description: 'The id, from "carillon token list".' }],
      flags: [yesFlag],
      examples: ['carillon token revoke 4', 'carillon token revoke 4 --yes'],
      run: revoke,
    },
  ],
}

function issue({ out, has }: Call): Promise<number> {
  if (has('setup') && has('replace')) throw new UsageError('Use --setup or --replace, not both.')
  return onThisMachine(async () => {
    const { readConfig } = await import('../../config.ts')
    const { runSetupLink, runToken } = await import('../machine/token.ts')
    const config = readConfig()
    if (has('setup')) {
      const link = await runSetupLink(config)
      if (link === undefined)
        throw new CommandFailed(
          'This installation already has an owner. Owners invite members in the portal, under Members.',
        )
      return out.show({ setup_url: link }, () => out.line(link))
    }
    const replace = has('replace')
    const { file, ended } = await runToken(config, { replace })
    const others = replace ? `Number of other active tokens that were revoked: ${ended}.` : 'Earlier tokens stay valid.'
    return out.show(replace ? { file, ended } : { file }, () =>
      out.line(`The file ${file} contains a new management token. ${others}`),
    )
  })
}

async function list({ api, out }: Call): Promise<number> {
  const page = await api.get<{ data: ManagementToken[]; next_cursor: null }>('/tokens')
  return out.show(page, () =>
    out.table(
      [
        { title: 'id', cell: ({ id }) => id },
        { title: 'name', cell: ({ name, current }) => (current ? `${name} *` : name) },
        { title: 'scope', cell: ({ scope }) => scope },
        { title: 'ends in', cell: ({ hint }) => hint },
        {
          title: 'state',
          cell: ({ state }) => state,
          paint: ({ state }) => (state === 'active' ? 'green' : 'red'),
        },
        { title: 'created', cell: ({ created_at }) => moment(created_at) },
        { title: 'last used', cell: ({ last_used_at }) => moment(last_used_at) },
        { title: 'expires', cell: ({ expires_at }) => moment(expires_at) },
        { title: 'revoked', cell: ({ revoked_at }) => moment(revoked_at) },
      ],
      page.data,
    ),
  )
}

async function create(call: Call): Promise<number> {
  const scope = call.text('scope')
  if (scope === undefined) throw new UsageError('"carillon token create" requires --scope read, manage or operator.')
  const body = { name: required(call, 'NAME'), scope, expires_at: expiryIn(call) ?? null }
  const made = await call.api.post<NewManagementToken>('/tokens', body)
  return call.out.show(made, () => {
    call.out.line(made.token)
    call.out.note(
      `Created the management token ${made.id} with the scope ${made.scope}. It is not shown again: store it now.`,
    )
  })
}

async function revoke(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  if (!(await confirmed(call, `Revoke management token ${id} permanently?`))) return 1
  await call.api.remove(`/tokens/${id}`)
  return call.out.show({ id, revoked: true }, () => call.out.line(`Management token ${id} was revoked.`))
}
