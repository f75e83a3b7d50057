// carillon template: one template at a time; template-folder.ts is about all of them.
import { basename } from 'node:path'
import type { Preview, Template } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Flag, type Noun, pairs, required, UsageError, wholeNumber } from '../command.ts'
import { confirmed, readObject, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { fileForm, saveTemplate } from './template-file.ts'
import { pull, push } from './template-folder.ts'
import { templatePath, templateVersionCommands } from './template-versions.ts'

const theSlug = { name: 'SLUG', description: 'Which template.' }
const dryRun: Flag = { name: 'dry-run', description: 'Say what would change, and change nothing.' }
const fileWords = `A template's file is JSON: {"slug", "name", "essential", "sensitive": ["code"], "locales":
{"en": {"subject", "body", "channels"}}}, as template get prints it. "sensitive" names variables that viewers do not see; a file
without it leaves them as they are, and [] clears them. Without a slug in it the file's name is the slug.`

export const templateNoun: Noun = {
  name: 'template',
  summary: 'Templates: one by one, or a folder of files.',
  commands: [
    {
      words: 'template list',
      summary: "List a workspace's templates.",
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon template list', 'carillon template list --all --json'],
      run: list,
    },
    {
      words: 'template get',
      summary: 'Print a template as the file that template put takes.',
      takes: [theSlug],
      flags: [{ name: 'version', value: 'N', description: 'As it was then; as it is when left out.' }, workspaceFlag],
      examples: ['carillon template get welcome > welcome.json', 'carillon template get welcome --version 3 --json'],
      run: get,
    },
    {
      words: 'template put',
      summary: 'Create or replace a template from a file.',
      takes: [{ name: 'FILE', description: 'The file; - reads standard input.' }],
      flags: [{ name: 'slug', value: 'SLUG', description: "Instead of the file's." }, workspaceFlag],
      more: fileWords,
      examples: ['carillon template put welcome.json', 'carillon template put - --slug welcome < welcome.json'],
      run: put,
    },
    {
      words: 'template push',
      summary: 'Bring the templates of a folder, a file each, into the workspace.',
      takes: [{ name: 'FOLDER', description: 'Its .json files are taken, those of folders inside it are not.' }],
      flags: [dryRun, workspaceFlag],
      more: `Each file is created, changed or unchanged, and said so. One that is refused does not hold up the others; the exit code
is 1 then. The service looks at a template when it is brought in, not at a dry run. Templates that have no file stay as they are. ${fileWords}`,
      examples: ['carillon template push templates --dry-run', 'carillon template push templates --workspace Shop'],
      run: push,
    },
    {
      words: 'template pull',
      summary: "Write the workspace's templates into a folder, a file each.",
      takes: [{ name: 'FOLDER', description: 'Made when it is not there.' }],
      flags: [dryRun, { ...yesFlag, description: 'Replace files that differ, without asking.' }, workspaceFlag],
      more: 'Files that differ from the template are replaced only after a yes. Files without a template stay.',
      examples: ['carillon template pull templates', 'carillon template pull templates --yes'],
      run: pull,
    },
    {
      words: 'template delete',
      summary: 'Delete a template; deliveries made with it stay.',
      takes: [theSlug],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon template delete welcome', 'carillon template delete welcome --yes'],
      run: remove,
    },
    {
      words: 'template preview',
      summary: 'Show what a channel would carry, and what would not fit. Exit code 1 when it could not be sent.',
      takes: [theSlug],
      flags: [
        { name: 'channel', value: 'CHANNEL', description: 'email when left out.' },
        { name: 'locale', value: 'LOCALE', description: "The workspace's when left out." },
        { name: 'var', value: 'NAME=VALUE', many: true, description: 'The value of a placeholder.' },
        workspaceFlag,
      ],
      examples: [
        'carillon template preview welcome --var name=Ada',
        'carillon template preview order --channel whatsapp --locale en --var 1=Ada --var 2=17 --json',
      ],
      run: preview,
    },
    ...templateVersionCommands,
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Template>(call, `${path}/templates`)
  return showList(
    call,
    page,
    [
      { title: 'slug', cell: ({ slug }) => slug },
      { title: 'name', cell: ({ name }) => name },
      { title: 'locales', cell: ({ locales }) => Object.keys(locales).join(', ') },
      { title: 'essential', cell: ({ essential }) => (essential ? 'essential' : '') },
      { title: 'version', cell: ({ version }) => version },
      { title: 'changed', cell: ({ updated_at }) => moment(updated_at) },
    ],
    'There is no template yet. Create one: carillon template put FILE',
  )
}

async function get(call: Call): Promise<number> {
  const slug = required(call, 'SLUG')
  const version = wholeNumber(call, 'version')
  const path = await templatePath(call)
  const found = await call.api.get<Template>(version === undefined ? path : `${path}/versions/${version}`)
  return call.out.show(found, () => call.out.line(fileForm({ ...found, slug })))
}

async function put(call: Call): Promise<number> {
  const file = required(call, 'FILE')
  const content = await readObject(file)
  const slug = call.text('slug') ?? content.slug ?? (file === '-' ? undefined : basename(file).replace(/\.json$/i, ''))
  if (typeof slug !== 'string' || slug === '')
    throw new UsageError('The template has no slug: write "slug" into it, or give --slug.')
  const { path } = await workspaceOf(call)
  const { done, template } = await saveTemplate(call.api, path, { ...content, slug })
  return call.out.show(template, () =>
    call.out.line(`Template ${slug} was ${done}; it is at version ${template.version}.`),
  )
}

async function remove(call: Call): Promise<number> {
  const slug = required(call, 'SLUG')
  const { path, name } = await workspaceOf(call)
  if (!(await confirmed(call, `Delete template ${inOneLine(slug)} of ${inOneLine(name)}?`))) return 1
  await call.api.remove(`${path}/templates/${encodeURIComponent(slug)}`)
  return call.out.show({ slug, deleted: true }, () => call.out.line(`Template ${inOneLine(slug)} was deleted.`))
}

async function preview(call: Call): Promise<number> {
  const slug = required(call, 'SLUG')
  const { path } = await workspaceOf(call)
  const body = definedFields({
    channel: call.text('channel') ?? 'email',
    locale: call.text('locale'),
    vars: Object.fromEntries(pairs(call.all('var'), '--var')),
  })
  const seen = await call.api.post<Preview>(`${path}/templates/${encodeURIComponent(slug)}/preview`, body)
  const { out } = call
  out.show(seen, () => {
    out.note(out.paint('dim', `${seen.channel}, ${seen.locale}`))
    if (seen.subject !== null) out.line(`${out.paint('bold', inOneLine(seen.subject))}\n`)
    out.line(withoutControlCharacters(seen.body))
    if (seen.own !== undefined) out.line(`\n${JSON.stringify(seen.own, null, 2)}`)
    for (const name of seen.missing)
      out.note(`The variable ${inOneLine(name)} has no value: --var ${inOneLine(name)}=…`)
    for (const { field, message } of seen.problems) out.note(`${inOneLine(field)}: ${inOneLine(message)}`)
  })
  return seen.missing.length === 0 && seen.problems.length === 0 ? 0 : 1
}
