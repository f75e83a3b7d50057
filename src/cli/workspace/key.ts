// carillon key: creates, lists, changes and revokes the API keys and trigger keys of a source.
import type { NewKey, SourceKey } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Flag, idOf, type Noun, UsageError } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { expiresFlag, expiryIn } from '../moments.ts'
import { moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag } from '../places.ts'

const kindFlag: Flag = {
  name: 'kind',
  value: 'api|trigger',
  choices: ['api', 'trigger'],
  description:
    'The kind of key. An "api" key (default) authenticates requests. A "trigger" key is part of a URL that sends one template.',
}

const nameFlag: Flag = {
  name: 'name',
  value: 'NAME',
  description: 'The name of the key in lists, up to 100 characters.',
}
const theId = { name: 'ID', description: 'The id, from "carillon key list".' }
const places = [workspaceFlag, sourceFlag]

export const keyNoun: Noun = {
  name: 'key',
  summary: 'API keys and trigger keys.',
  commands: [
    {
      words: 'key list',
      summary: "List a source's keys, without the secrets.",
      flags: [{ ...kindFlag, description: 'Only keys of this kind.' }, ...places],
      examples: ['carillon key list', 'carillon key list --kind trigger --json'],
      run: list,
    },
    {
      words: 'key create',
      summary: 'Create a key and print it. It is shown only once.',
      flags: [
        {
          name: 'mode',
          value: 'live|test',
          choices: ['live', 'test'],
          description: '"test" (default) sends to the test inbox. "live" sends to recipients.',
        },
        kindFlag,
        nameFlag,
        {
          name: 'scope',
          value: 'send|read',
          choices: ['send', 'read'],
          many: true,
          description:
            'A permission of an API key. "send" permits sending messages. "read" permits reading usage and deliveries. Default: both.',
        },
        expiresFlag,
        ...places,
      ],
      more: 'The command prints only the key, or the URL of a trigger key, on standard output, so that a script can store it. The name and the expiry can be changed later, but the scopes cannot.',
      examples: [
        'export CARILLON_KEY=$(carillon key create --mode test)',
        'carillon key create --mode live --source Checkout > checkout.key',
        'carillon key create --mode live --name "Monthly report" --scope read --expires 90d',
        'carillon key create --kind trigger --mode live --json',
      ],
      run: create,
    },
    {
      words: 'key update',
      summary: "Change a key's name or expiry.",
      takes: [theId],
      flags: [
        { ...nameFlag, description: 'The new name. Use "none" to remove the name.' },
        { ...expiresFlag, description: 'The expiry: a date-time, a time from now such as 90d, or never.' },
        kindFlag,
        ...places,
      ],
      more: 'A later expiry makes an expired key valid again.',
      examples: ['carillon key update 9 --expires 90d', 'carillon key update 9 --name "Shop backend" --expires never'],
      run: update,
    },
    {
      words: 'key revoke',
      summary: 'Revoke a key permanently. The next request with it is refused.',
      takes: [theId],
      flags: [kindFlag, yesFlag, ...places],
      examples: ['carillon key revoke 9', 'carillon key revoke 4 --kind trigger --yes'],
      run: revoke,
    },
  ],
}

const segments = { api: 'api-keys', trigger: 'trigger-keys' } as const
const kinds = ['api', 'trigger'] as const

async function list(call: Call): Promise<number> {
  const { path } = await sourceOf(call)
  const selected = call.has('kind') ? [kindOf(call)] : kinds
  const lists = selected.map(async (kind) => {
    const { data } = await call.api.get<{ data: SourceKey[] }>(`${path}/${segments[kind]}`)
    return data.map((key) => ({ kind, ...key }))
  })
  const keys = (await Promise.all(lists)).flat()
  return call.out.show({ data: keys, next_cursor: null }, () => {
    if (keys.length === 0) return call.out.note('There is no key yet. Create one: carillon key create --mode test')
    call.out.table(
      [
        { title: 'id', cell: ({ id }) => id },
        { title: 'kind', cell: ({ kind }) => kind },
        { title: 'mode', cell: ({ mode }) => mode },
        { title: 'ends in', cell: ({ hint }) => hint },
        { title: 'created', cell: ({ created_at }) => moment(created_at) },
        { title: 'revoked', cell: ({ revoked_at }) => moment(revoked_at), paint: () => 'red' },
        { title: 'name', cell: ({ name }) => name },
        { title: 'scopes', cell: ({ scopes }) => scopes.join(', ') },
        {
          title: 'expires',
          cell: ({ expires_at }) => moment(expires_at),
          paint: ({ state }) => (state === 'expired' ? 'red' : undefined),
        },
        { title: 'last used', cell: ({ last_used_at }) => moment(last_used_at) },
      ],
      keys,
    )
  })
}

async function create(call: Call): Promise<number> {
  const { path } = await sourceOf(call)
  const mode = call.text('mode') ?? 'test'
  const body = definedFields({
    mode,
    name: call.text('name'),
    scopes: call.has('scope') ? [...new Set(call.all('scope'))] : undefined,
    expires_at: expiryIn(call),
  })
  const made = await call.api.post<NewKey>(`${path}/${segments[kindOf(call)]}`, body)
  return call.out.show(made, () => {
    call.out.line(made.url ?? made.key)
    call.out.note(`Created the ${kindOf(call)} key ${made.id} in ${mode} mode. It is not shown again: store it now.`)
  })
}

async function update(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const kind = kindOf(call)
  const name = call.text('name')
  const change = definedFields({ name: name === 'none' ? null : name, expires_at: expiryIn(call) })
  if (Object.keys(change).length === 0) throw new UsageError('"carillon key update" requires --name or --expires.')
  const { path } = await sourceOf(call)
  const changed = await call.api.patch<SourceKey>(`${path}/${segments[kind]}/${id}`, change)
  return call.out.show(changed, () => call.out.line(`The ${kind} key ${id} was changed.`))
}

async function revoke(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const kind = kindOf(call)
  const { path } = await sourceOf(call)
  if (!(await confirmed(call, `Revoke ${kind} key ${id} permanently?`))) return 1
  await call.api.remove(`${path}/${segments[kind]}/${id}`)
  return call.out.show({ id, kind, revoked: true }, () => call.out.line(`The ${kind} key ${id} was revoked.`))
}

const kindOf = (call: Call) => kinds.find((kind) => kind === call.text('kind')) ?? 'api'
