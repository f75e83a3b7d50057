// carillon source: the applications that send messages, each with its keys and connections.
import type { Source } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Flag, type Noun, required, UsageError, wholeNumber } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'

const changeFlags: Flag[] = [
  {
    name: 'rate-limit',
    value: 'N',
    description: 'Maximum number of requests per hour and key. Default of a new source: 100.',
  },
  {
    name: 'confirm-click',
    value: 'on|off',
    choices: ['on', 'off'],
    description:
      'Action links open a page with a confirmation button, so that a mail scanner that follows the link does not trigger the action.',
  },
]

const theSource = {
  name: 'SOURCE',
  description: 'Id or name of the source. Optional if there is only one.',
  optional: true,
} as const

export const sourceNoun: Noun = {
  name: 'source',
  summary: 'Sources: the applications that send messages.',
  commands: [
    {
      words: 'source list',
      summary: "List a workspace's sources.",
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon source list', 'carillon source list --workspace Shop --json'],
      run: list,
    },
    {
      words: 'source create',
      summary: 'Create a source.',
      takes: [{ name: 'NAME', description: 'The name of the source.' }],
      flags: [...changeFlags, workspaceFlag],
      examples: [
        'carillon source create Checkout',
        'carillon source create Checkout --rate-limit 5000 --workspace Shop',
      ],
      run: create,
    },
    {
      words: 'source show',
      summary: 'Show a source.',
      takes: [theSource],
      flags: [workspaceFlag, sourceFlag],
      examples: ['carillon source show', 'carillon source show Checkout --json'],
      run: show,
    },
    {
      words: 'source update',
      summary: 'Change a source. Values without a flag stay unchanged.',
      takes: [theSource],
      flags: [{ name: 'name', value: 'NAME', description: 'The new name.' }, ...changeFlags, workspaceFlag, sourceFlag],
      examples: ['carillon source update Checkout --rate-limit 20000', 'carillon source update --confirm-click on'],
      run: update,
    },
    {
      words: 'source delete',
      summary: 'Delete a source with its keys and connections. Its deliveries stay.',
      takes: [{ name: 'SOURCE', description: 'Id or name of the source.' }],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon source delete Checkout', 'carillon source delete 3 --workspace Shop --yes'],
      run: remove,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path, id } = await workspaceOf(call)
  const page = await listed<Source>(call, `${path}/sources`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'name', cell: ({ name }) => name },
      { title: 'requests per hour', cell: ({ rate_limit }) => rate_limit },
      { title: 'confirms clicks', cell: ({ confirm_click }) => (confirm_click ? 'yes' : 'no') },
      { title: 'created', cell: ({ created_at }) => moment(created_at) },
    ],
    `There is no source yet. Create one: carillon source create NAME --workspace ${id}`,
  )
}

async function create(call: Call): Promise<number> {
  const workspace = await workspaceOf(call)
  const made = await call.api.post<Source>(`${workspace.path}/sources`, {
    name: required(call, 'NAME'),
    ...changeOf(call),
  })
  return call.out.show(made, () => {
    call.out.line(`Source ${made.id} was created.`)
    call.out.note(`Next: carillon key create --mode test --workspace ${workspace.id} --source ${made.id}`)
  })
}

async function show(call: Call): Promise<number> {
  const source = await call.api.get<Source>((await sourceOf(call, 'SOURCE')).path)
  return call.out.show(source, () =>
    call.out.fields([
      ['id', source.id],
      ['name', source.name],
      ['requests per hour', source.rate_limit],
      ['confirms clicks', source.confirm_click ? 'yes' : 'no'],
      ['created', moment(source.created_at)],
    ]),
  )
}

async function update(call: Call): Promise<number> {
  const change = { ...changeOf(call), ...definedFields({ name: call.text('name') }) }
  if (Object.keys(change).length === 0)
    throw new UsageError('Nothing to change. Give a flag such as --rate-limit. See carillon source update --help.')
  const { path } = await sourceOf(call, 'SOURCE')
  const changed = await call.api.patch<Source>(path, change)
  return call.out.show(changed, () => call.out.line(`Source ${changed.id} was changed.`))
}

async function remove(call: Call): Promise<number> {
  const { path, id, name } = await sourceOf(call, 'SOURCE')
  if (!(await confirmed(call, `Delete source ${id} (${inOneLine(name)}) with its keys and connections?`))) return 1
  await call.api.remove(path)
  return call.out.show({ id, deleted: true }, () => call.out.line(`Source ${id} was deleted.`))
}

function changeOf(call: Call): Record<string, unknown> {
  const confirm = call.text('confirm-click')
  return definedFields({
    rate_limit: wholeNumber(call, 'rate-limit'),
    confirm_click: confirm === undefined ? undefined : confirm === 'on',
  })
}
