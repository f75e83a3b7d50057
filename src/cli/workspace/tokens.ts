// carillon token: management tokens, made on this machine or through a running service.
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
      summary: 'Make a new operator token and write it to DATA_DIR/admin-token.',
      more: `Works on the database, for an installation whose first token is lost or lies on another machine; with the embedded
database the service has to be stopped. Tokens issued before stay valid unless --replace is given. token list, token create and
token revoke talk to a running service.`,
      flags: [
        {
          name: 'replace',
          description: 'Revoke every other management token, also those in the files of other machines.',
        },
        {
          name: 'setup',
          description: 'Print the link that creates the owner of an installation that has none, as a start does.',
        },
      ],
      examples: ['carillon token', 'carillon token --replace', 'carillon token --json', 'carillon token --setup'],
      run: issue,
    },
    {
      words: 'token list',
      summary: 'List the management tokens, without their text, newest first.',
      more: 'It shows every live token and the newest hundred that were revoked or expired. An asterisk marks the token that this command uses.',
      examples: ['carillon token list', 'carillon token list --json'],
      run: list,
    },
    {
      words: 'token create',
      summary: 'Create a management token and print it: it is shown this once.',
      takes: [{ name: 'NAME', description: 'What uses the token. The audit log shows this name.' }],
      flags: [
        {
          name: 'scope',
          value: 'read|manage|operator',
          choices: scopes,
          description:
            'read sees what a viewer sees in every workspace, manage does what an owner may do there, operator everything. Needed.',
        },
        expiresFlag,
      ],
      more: 'The token alone goes to standard output. Only a token with the scope operator creates others, and none that outlives it.',
      examples: [
        'carillon token create "Nightly report" --scope read --expires 90d',
        'carillon token create Deploys --scope manage > deploys.token',
      ],
      run: create,
    },
    {
      words: 'token revoke',
      summary: 'Revoke a management token for good: it is refused from the next request on.',
      takes: [{ name: 'ID', description: 'The number that token list shows.' }],
      flags: [yesFlag],
      examples: ['carillon token revoke 4', 'carillon token revoke 4 --yes'],
      run: revoke,
    },
  ],
}

function issue({ out, has }: Call): Promise<number> {
  if (has('setup') && has('replace')) throw new UsageError('token takes --setup or --replace, not both.')
  return onThisMachine(async () => {
    const { readConfig } = await import('../../config.ts')
    const { runSetupLink, runToken } = await import('../machine/token.ts')
    const config = readConfig()
    if (has('setup')) {
      const link = await runSetupLink(config)
      if (link === undefined)
        throw new CommandFailed(
          'This installation has an owner already; owners invite others in the portal, under Members.',
        )
      return out.show({ setup_url: link }, () => out.line(link))
    }
    const replace = has('replace')
    const { file, ended } = await runToken(config, { replace })
    const others = replace ? `Other live tokens that were revoked: ${ended}.` : 'Tokens issued before stay valid.'
    return out.show(replace ? { file, ended } : { file }, () =>
      out.line(`A new management token stands in ${file}. ${others}`),
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
  if (scope === undefined) throw new UsageError('token create needs --scope read, manage or operator.')
  const body = { name: required(call, 'NAME'), scope, expires_at: expiryIn(call) ?? null }
  const made = await call.api.post<NewManagementToken>('/tokens', body)
  return call.out.show(made, () => {
    call.out.line(made.token)
    call.out.note(`This is management token ${made.id}, scope ${made.scope}. It is not shown again: keep it now.`)
  })
}

async function revoke(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  if (!(await confirmed(call, `Revoke management token ${id} for good?`))) return 1
  await call.api.remove(`/tokens/${id}`)
  return call.out.show({ id, revoked: true }, () => call.out.line(`Management token ${id} was revoked.`))
}
