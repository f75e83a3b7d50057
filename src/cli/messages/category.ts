// carillon category: the categories of messages that recipients can decline.
import type { Category } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Noun, pairs, required, UsageError } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const theSlug = { name: 'SLUG', description: 'The slug, from "carillon category list".' }
const nameInFlag = {
  name: 'name-in',
  value: 'LOCALE=NAME',
  many: true as const,
  description: 'The name in another language.',
}
const descriptionFlag = {
  name: 'description',
  value: 'TEXT',
  description: 'The text that recipients see below the name.',
}

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
      words: 'category show',
      summary: 'Show a category, with its names in all languages.',
      takes: [theSlug],
      flags: [workspaceFlag],
      examples: ['carillon category show newsletter', 'carillon category show newsletter --json'],
      run: show,
    },
    {
      words: 'category create',
      summary: 'Create a category.',
      takes: [
        { name: 'SLUG', description: 'The slug that send requests contain.' },
        { name: 'NAME', description: 'The name that recipients see.' },
      ],
      flags: [
        nameInFlag,
        descriptionFlag,
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
      words: 'category update',
      summary: 'Change a category. Values without a flag stay unchanged.',
      takes: [theSlug],
      flags: [
        { name: 'name', value: 'NAME', description: 'The name that recipients see.' },
        { ...nameInFlag, description: 'The name in another language. An empty name removes it.' },
        { ...descriptionFlag, description: `${descriptionFlag.description} Use "none" to remove it.` },
        { name: 'required', description: 'Recipients cannot decline the category.' },
        { name: 'optional', description: 'Recipients can decline the category.' },
        { name: 'opt-in', description: 'Recipients receive the messages only after they accept the category.' },
        { name: 'opt-out', description: 'Recipients receive the messages until they decline the category.' },
        workspaceFlag,
      ],
      examples: [
        'carillon category update newsletter --name "Monthly news" --name-in it="Notizie del mese"',
        'carillon category update newsletter --opt-in',
      ],
      run: update,
    },
    {
      words: 'category delete',
      summary: 'Delete a category and the preferences for it. Refused while a template has it as a default.',
      takes: [theSlug],
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

async function show(call: Call): Promise<number> {
  const category = await call.api.get<Category>(await pathOf(call))
  return call.out.show(category, () => {
    const { slug, name, names, description, updated_at } = category
    call.out.line(inOneLine(name))
    call.out.fields(
      [
        ['slug', slug],
        ...Object.entries(names).map(([locale, text]): [string, string] => [
          `name in ${locale}`,
          inOneLine(String(text)),
        ]),
        ['description', description === null ? null : inOneLine(description)],
        ['default', defaultOf(category)],
        ['changed', moment(updated_at)],
      ],
      '  ',
    )
  })
}

async function update(call: Call): Promise<number> {
  const path = await pathOf(call)
  const added = pairs(call.all('name-in'), '--name-in')
  const description = call.text('description')
  const body = definedFields({
    name: call.text('name'),
    names: added.length > 0 ? await namesWith(call, path, added) : undefined,
    description: description === 'none' ? null : description,
    required: choiceOf(call, 'required', 'optional'),
    allowed_by_default: choiceOf(call, 'opt-out', 'opt-in'),
  })
  if (Object.keys(body).length === 0) throw new UsageError('Name at least one value to change, such as --name.')
  const changed = await call.api.patch<Category>(path, body)
  return call.out.show(changed, () =>
    call.out.line(`Changed the category ${changed.slug} (${inOneLine(changed.name)}).`),
  )
}

/** Returns the names in all languages after the change. The API replaces all of them. */
async function namesWith(call: Call, path: string, added: [string, string][]): Promise<Record<string, string>> {
  const { names } = await call.api.get<Category>(path)
  const all = { ...names, ...Object.fromEntries(added) }
  return Object.fromEntries(
    Object.entries(all).flatMap(([locale, name]) => (name === '' ? [] : [[locale, String(name)]])),
  )
}

/** Returns true for the first flag, false for the second one, and undefined without both. */
function choiceOf(call: Call, yes: string, no: string): boolean | undefined {
  if (call.has(yes) && call.has(no)) throw new UsageError(`Use either --${yes} or --${no}.`)
  return call.has(yes) ? true : call.has(no) ? false : undefined
}

async function pathOf(call: Call): Promise<string> {
  return `${(await workspaceOf(call)).path}/categories/${encodeURIComponent(required(call, 'SLUG'))}`
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
    call.out.note(
      `Send a message of this category: carillon send TEMPLATE --category ${made.slug} --email ada@example.com`,
    )
  })
}

async function remove(call: Call): Promise<number> {
  const slug = required(call, 'SLUG')
  const { path } = await workspaceOf(call)
  if (!(await confirmed(call, `Delete the category ${inOneLine(slug)} and the preferences for it?`))) return 1
  await call.api.remove(`${path}/categories/${encodeURIComponent(slug)}`)
  return call.out.show({ slug, deleted: true }, () => call.out.line(`Deleted the category ${inOneLine(slug)}.`))
}
