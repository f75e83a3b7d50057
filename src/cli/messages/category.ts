// carillon category: the categories of messages that recipients can decline.
import type { Category } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Noun, pairs, required } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { inOneLine } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const categoryNoun: Noun = {
  name: 'category',
  summary: 'Categories of messages that recipients can decline.',
  commands: [
    {
      words: 'category list',
      summary: 'List the categories of a workspace.',
      flags: [workspaceFlag],
      examples: ['carillon category list'],
      run: list,
    },
    {
      words: 'category create',
      summary: 'Create a category.',
      takes: [
        { name: 'SLUG', description: 'The slug that send requests contain.' },
        { name: 'NAME', description: 'The name that recipients see.' },
      ],
      flags: [
        {
          name: 'name-in',
          value: 'LOCALE=NAME',
          many: true,
          description: 'The name in another language.',
        },
        { name: 'description', value: 'TEXT', description: 'The text that recipients see below the name.' },
        { name: 'required', description: 'Recipients cannot decline the category.' },
        { name: 'opt-in', description: 'Recipients receive the messages only after they accept the category.' },
        workspaceFlag,
      ],
      examples: [
        'carillon category create newsletter Newsletter --name-in it=Notizie',
        'carillon category create security "Security notices" --required',
      ],
      run: create,
    },
    {
      words: 'category delete',
      summary: 'Delete a category and the preferences for it. Refused while a template has it as a default.',
      takes: [{ name: 'SLUG', description: 'The slug, from "carillon category list".' }],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon category delete newsletter --yes'],
      run: remove,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const { out } = call
  const answer = await call.api.get<{ data: Category[] }>(`${path}/categories`)
  return out.show(answer, () => {
    if (answer.data.length === 0)
      return out.note('There is no category yet. Create one: carillon category create SLUG NAME')
    out.table(
      [
        { title: 'slug', cell: ({ slug }) => slug },
        { title: 'name', cell: ({ name }) => name },
        { title: 'default', cell: defaultOf },
        { title: 'description', cell: ({ description }) => description, whole: true },
      ],
      answer.data,
    )
  })
}

function defaultOf({ required, allowed_by_default }: Category): string {
  if (required) return 'required'
  return allowed_by_default ? 'accepted' : 'declined'
}

async function create(call: Call): Promise<number> {
  const names = pairs(call.all('name-in'), '--name-in')
  const { path } = await workspaceOf(call)
  const body = definedFields({
    slug: required(call, 'SLUG'),
    name: required(call, 'NAME'),
    names: names.length > 0 ? Object.fromEntries(names) : undefined,
    description: call.text('description'),
    required: call.has('required') || undefined,
    allowed_by_default: call.has('opt-in') ? false : undefined,
  })
  const made = await call.api.post<Category>(`${path}/categories`, body)
  return call.out.show(made, () => {
    call.out.line(`Created the category ${made.slug} (${inOneLine(made.name)}).`)
    call.out.note(`Send a message of it: carillon send TEMPLATE --category ${made.slug} --email ada@example.com`)
  })
}

async function remove(call: Call): Promise<number> {
  const slug = required(call, 'SLUG')
  const { path } = await workspaceOf(call)
  if (!(await confirmed(call, `Delete the category ${inOneLine(slug)} and the preferences for it?`))) return 1
  await call.api.remove(`${path}/categories/${encodeURIComponent(slug)}`)
  return call.out.show({ slug, deleted: true }, () => call.out.line(`Deleted the category ${inOneLine(slug)}.`))
}
