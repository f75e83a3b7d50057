// carillon template versions, restore and test-send: what a template was before, and how it looks to who gets it.
import type { Operations, Template, TemplateVersion } from '../../../sdk/src/api.ts'
import { type Call, type Command, definedFields, idOf, pairs, required, wholeNumber } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'

const theSlug = { name: 'SLUG', description: 'Which template.' }

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
    summary: "Save an old version's content as a new version.",
    takes: [theSlug, { name: 'VERSION', description: 'The number that template versions shows.' }],
    flags: [workspaceFlag],
    examples: ['carillon template restore welcome 3'],
    run: restore,
  },
  {
    words: 'template test-send',
    summary: 'Send the template without an API key: into the test inbox, or with --mode live to somebody.',
    takes: [theSlug],
    flags: [
      {
        name: 'mode',
        value: 'live|test',
        choices: ['live', 'test'],
        description: 'test (when left out) reaches the test inbox; live reaches people.',
      },
      { name: 'recipient', value: 'ID', description: 'Somebody who is known.' },
      { name: 'email', value: 'ADDRESS', description: 'To this address. Without either flag: somebody made up.' },
      { name: 'channel', value: 'CHANNEL', description: 'On this channel.' },
      { name: 'locale', value: 'LOCALE', description: 'In this language.' },
      { name: 'var', value: 'NAME=VALUE', many: true, description: 'The value of a placeholder.' },
      { ...sourceFlag, description: "Whose connections are used; the workspace's first one." },
      workspaceFlag,
    ],
    examples: [
      'carillon template test-send welcome --var name=Ada',
      'carillon template test-send welcome --mode live --email ada@example.com --json',
    ],
    run: testSend,
  },
]

/** The address of a template below its workspace. */
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
    'There is no version.',
  )
}

async function restore(call: Call): Promise<number> {
  const version = idOf(call, 'VERSION')
  const made = await call.api.post<Template>(`${await templatePath(call)}/versions/${version}/restore`, {})
  return call.out.show(made, () =>
    call.out.line(`Template ${inOneLine(made.slug)} holds version ${version} again, as version ${made.version}.`),
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
      source: call.has('source') ? (await sourceOf(call)).id : undefined,
    }),
  )
  return call.out.show(made, () => {
    call.out.line(`Delivery ${made.delivery_id} is on its way.`)
    const where = call.text('mode') === 'live' ? 'deliveries' : 'test-inbox'
    call.out.note(`What becomes of it: carillon ${where} show ${made.delivery_id}`)
  })
}
