// The commands `carillon whatsapp-template` for the WhatsApp templates of a source. The list shows the result of the
// last synchronization.
import type { Operations } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Call, Noun } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag } from '../places.ts'

export const whatsappTemplateNoun: Noun = {
  name: 'whatsapp-template',
  summary: 'Templates approved by WhatsApp.',
  commands: [
    {
      words: 'whatsapp-template list',
      summary: "List the templates of a source's WhatsApp account, and whether messages can use them.",
      flags: [{ name: 'q', value: 'TEXT', description: 'Part of the name.' }, ...listFlags, sourceFlag, workspaceFlag],
      examples: ['carillon whatsapp-template list', 'carillon whatsapp-template list --q order --all --json'],
      run: list,
    },
    {
      words: 'whatsapp-template sync',
      summary: 'Read the templates from WhatsApp now.',
      flags: [sourceFlag, workspaceFlag],
      more: 'The service reads the templates every few minutes. Use this command for a template that was just approved.',
      examples: ['carillon whatsapp-template sync', 'carillon whatsapp-template sync --source Checkout --json'],
      run: sync,
    },
  ],
}

const templatesOf = async (call: Call) => `${(await sourceOf(call)).path}/connections/whatsapp/templates`

async function list(call: Call): Promise<number> {
  const page = await listed<Operations['listApprovedTemplates']['answer']['data'][number]>(
    call,
    await templatesOf(call),
    { q: call.text('q') },
  )
  return showList(
    call,
    page,
    [
      { title: 'name', cell: ({ name }) => name },
      { title: 'language', cell: ({ language }) => language },
      { title: 'status', cell: ({ status }) => status },
      {
        title: 'usable',
        cell: ({ usable, refusal }) => (usable ? 'usable' : refusal),
        paint: ({ usable }) => (usable ? 'green' : 'yellow'),
      },
      { title: 'category', cell: ({ category }) => category },
      { title: 'body', cell: ({ body }) => body },
    ],
    'There are no templates. Read them from WhatsApp: carillon whatsapp-template sync',
  )
}

async function sync(call: Call): Promise<number> {
  const read = await call.api.post<Operations['syncApprovedTemplates']['answer']>(`${await templatesOf(call)}/sync`)
  return call.out.show(read, () =>
    call.out.line(
      `${counted(read.templates, 'template')}, ${read.usable} of them usable, read ${inOneLine(moment(read.read_at))}.`,
    ),
  )
}
