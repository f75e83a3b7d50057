// The commands `carillon template versions`, `restore` and `test-send`, for earlier versions of a template and for test
// messages.
import type { Operations, Template, TemplateVersion } from '../../../sdk/src/api.ts'
import { type Call, type Command, definedFields, idOf, pairs, required, wholeNumber } from '../command.ts'
import { dataFlag, dataOf, itemsFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'

const theSlug = { name: 'SLUG', description: 'The slug of the template.' }

export const templateVersionCommands: Command[] = [
  {
    words: 'template versions',
    summary: 'List the versions of a template, newest first.',
    takes: [theSlug],
    flags: [...listFlags, workspaceFlag],
    examples: ['carillon template versions welcome', 'carillon template versions welcome --json'],
    run: versions,
  },
  {
    words: 'template restore',
    summary: 'Save the content of an old version as a new version.',
    takes: [theSlug, { name: 'VERSION', description: 'The number of the version, from "carillon template versions".' }],
    flags: [{ name: 'draft', description: 'Restore the version as the draft, and publish nothing.' }, workspaceFlag],
    examples: ['carillon template restore welcome 3', 'carillon template restore welcome 3 --draft'],
    run: restore,
  },
  {
    words: 'template test-send',
    summary:
      'Send a template without an API key. The message goes to the test inbox, or with --mode live to a recipient.',
    takes: [theSlug],
    flags: [
      {
        name: 'mode',
        value: 'live|test',
        choices: ['live', 'test'],
        description: '"test" (default) sends to the test inbox. "live" sends to the recipient.',
      },
      { name: 'recipient', value: 'ID', description: 'The id of a stored recipient.' },
      {
        name: 'email',
        value: 'ADDRESS',
        description: 'An email address. Without --recipient and --email, the message uses an example recipient.',
      },
      { name: 'channel', value: 'CHANNEL', description: 'The channel.' },
      { name: 'locale', value: 'LOCALE', description: 'The language.' },
      { name: 'var', value: 'NAME=VALUE', many: true, description: 'The value of a placeholder.' },
      dataFlag,
      itemsFlag,
      { name: 'draft', description: 'Send the draft.' },
      {
        ...sourceFlag,
        description: 'The source whose connections are used. Default: the first source of the workspace.',
      },
      workspaceFlag,
    ],
    examples: [
      'carillon template test-send welcome --var name=Ada',
      'carillon template test-send welcome --mode live --email ada@example.com --json',
      'carillon template test-send comments --items messages.json',
    ],
    run: testSend,
  },
]

/** Returns the path of the template in the management API. */
export async function templatePath(call: Call): Promise<string> {
  const slug = encodeURIComponent(required(call, 'SLUG'))
  return `${(await workspaceOf(call)).path}/templates/${slug}`
}

async function versions(call: Call): Promise<number> {
  const page = await listed<TemplateVersion>(call, `${await templatePath(call)}/versions`)
  return showList(
    call,
    page,
    [
      { title: 'version', cell: ({ version }) => version },
      { title: 'saved', cell: ({ at }) => moment(at) },
      { title: 'by', cell: ({ by }) => by },
      { title: 'name', cell: ({ name }) => name },
      { title: 'current', cell: ({ current }) => (current ? 'current' : ''), paint: () => 'green' },
    ],
    'There are no versions.',
  )
}

async function restore(call: Call): Promise<number> {
  const version = idOf(call, 'VERSION')
  const made = await call.api.post<Template>(`${await templatePath(call)}/versions/${version}/restore`, {
    as: call.has('draft') ? 'draft' : 'published',
  })
  const as = call.has('draft') ? 'the draft' : `version ${made.version}`
  return call.out.show(made, () =>
    call.out.line(`Version ${version} of template ${inOneLine(made.slug)} was restored as ${as}.`),
  )
}

async function testSend(call: Call): Promise<number> {
  const recipient = definedFields({ id: wholeNumber(call, 'recipient'), email: call.text('email') })
  const path = await templatePath(call)
  const made = await call.api.post<Operations['sendTestTemplate']['answer']>(
    `${path}/test-send`,
    definedFields({
      mode: call.text('mode'),
      recipient: Object.keys(recipient).length > 0 ? recipient : undefined,
      channel: call.text('channel'),
      locale: call.text('locale'),
      vars: Object.fromEntries(pairs(call.all('var'), '--var')),
      data: await dataOf(call),
      items: await dataOf(call, 'items'),
      draft: call.has('draft') || undefined,
      source: call.has('source') ? (await sourceOf(call)).id : undefined,
    }),
  )
  return call.out.show(made, () => {
    call.out.line(`Delivery ${made.delivery_id} was accepted.`)
    const where = call.text('mode') === 'live' ? 'deliveries' : 'test-inbox'
    call.out.note(`See its status: carillon ${where} show ${made.delivery_id}`)
  })
}
