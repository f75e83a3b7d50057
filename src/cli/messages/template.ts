// The commands `carillon template` for one template. The commands for a folder of templates are in template-folder.ts.
import { basename } from 'node:path'
import type { Preview, Template } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Flag, type Noun, pairs, required, UsageError, wholeNumber } from '../command.ts'
import { confirmed, dataFlag, dataOf, itemsFlag, readObject, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { templateDraftCommands } from './template-drafts.ts'
import { formatTemplateFile, saveTemplate } from './template-file.ts'
import { pull, push } from './template-folder.ts'
import { templatePath, templateVersionCommands } from './template-versions.ts'

const theSlug = { name: 'SLUG', description: 'The slug of the template.' }
const dryRun: Flag = { name: 'dry-run', description: 'Show the changes without making them.' }
const draftFlag: Flag = {
  name: 'draft',
  description: 'Save the content as drafts. Messages use them after "carillon template publish".',
}
const fileFormat = `The file contains JSON: {"slug", "name", "essential", "engine": "liquid", "layout", "tags",
"sensitive": ["code"], "defaults": {"expires_after": "6h", "fallback": [{"channel": "sms"}, {"channel": "email",
"after": "2h"}]}, "locales": {"en": {"subject", "body", "channels"}}}, as
"carillon template get" prints it. Only "name" and "locales" are required. "defaults" contains the values of
"expires_after", "quiet_hours", "category" and "fallback" for messages whose request omits them. "sensitive" lists the variables
whose values viewers do not see. A file without "sensitive" leaves the stored list unchanged, and [] clears it. If the file has no
"slug", its name is the slug.`

export const templateNoun: Noun = {
  name: 'template',
  summary: 'Templates, one by one or as a folder of files.',
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
      summary: 'Print a template in the format that "carillon template put" reads.',
      takes: [theSlug],
      flags: [
        { name: 'version', value: 'N', description: 'The version. Default: the current version.' },
        workspaceFlag,
      ],
      examples: ['carillon template get welcome > welcome.json', 'carillon template get welcome --version 3 --json'],
      run: get,
    },
    {
      words: 'template put',
      summary: 'Create or replace a template from a file.',
      takes: [{ name: 'FILE', description: 'The file. Use - to read standard input.' }],
      flags: [
        { name: 'slug', value: 'SLUG', description: 'The slug. It replaces the slug in the file.' },
        workspaceFlag,
      ],
      more: fileFormat,
      examples: ['carillon template put welcome.json', 'carillon template put - --slug welcome < welcome.json'],
      run: put,
    },
    {
      words: 'template push',
      summary: 'Upload a folder of templates to the workspace. Each file contains one template.',
      takes: [{ name: 'FOLDER', description: 'A folder of .json files. Other subfolders than layouts are ignored.' }],
      flags: [dryRun, draftFlag, workspaceFlag],
      more: `Files of the subfolder "layouts" are layouts: {"slug", "name", "format": "html", "locales": {"en":
{"content"}}}. They are uploaded first. The output shows for each template whether it was created, changed, unchanged or refused. After a refusal
the command continues with the other files, and the exit code is 1. A dry run does not validate templates. Templates
without a file stay unchanged. ${fileFormat}`,
      examples: ['carillon template push templates --dry-run', 'carillon template push templates --workspace Shop'],
      run: push,
    },
    {
      words: 'template pull',
      summary: "Download the workspace's templates to a folder, as one file for each template.",
      takes: [{ name: 'FOLDER', description: 'The folder. It is created if it does not exist.' }],
      flags: [dryRun, { ...yesFlag, description: 'Replace changed files without confirmation.' }, workspaceFlag],
      more: 'Layouts are written to the subfolder layouts. Files that differ from their template are replaced only after confirmation. Files without a template are not deleted.',
      examples: ['carillon template pull templates', 'carillon template pull templates --yes'],
      run: pull,
    },
    {
      words: 'template delete',
      summary: 'Delete a template. Its deliveries stay.',
      takes: [theSlug],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon template delete welcome', 'carillon template delete welcome --yes'],
      run: remove,
    },
    {
      words: 'template preview',
      summary:
        'Show the message that a template gives on a channel, and its problems. The exit code is 1 if the message could not be sent.',
      takes: [theSlug],
      flags: [
        { name: 'channel', value: 'CHANNEL', description: 'The channel. Default: email.' },
        { name: 'locale', value: 'LOCALE', description: 'The language. Default: the language of the workspace.' },
        { name: 'var', value: 'NAME=VALUE', many: true, description: 'The value of a placeholder.' },
        dataFlag,
        itemsFlag,
        { name: 'draft', description: 'Preview the draft.' },
        workspaceFlag,
      ],
      examples: [
        'carillon template preview welcome --var name=Ada',
        'carillon template preview order --channel whatsapp --locale en --var 1=Ada --var 2=17 --json',
      ],
      run: preview,
    },
    ...templateDraftCommands,
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
  return call.out.show(found, () => call.out.line(formatTemplateFile({ ...found, slug })))
}

async function put(call: Call): Promise<number> {
  const file = required(call, 'FILE')
  const content = await readObject(file)
  const slug = call.text('slug') ?? content.slug ?? (file === '-' ? undefined : basename(file).replace(/\.json$/i, ''))
  if (typeof slug !== 'string' || slug === '')
    throw new UsageError('The template has no slug. Add "slug" to the file, or use --slug.')
  const { path } = await workspaceOf(call)
  const { done, template } = await saveTemplate(call.api, path, { ...content, slug })
  return call.out.show(template, () =>
    call.out.line(`Template ${slug} was ${done}. Its version is ${template.version}.`),
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
    data: await dataOf(call),
    items: await dataOf(call, 'items'),
    draft: call.has('draft') || undefined,
  })
  const rendered = await call.api.post<Preview>(`${path}/templates/${encodeURIComponent(slug)}/preview`, body)
  const { out } = call
  out.show(rendered, () => {
    out.note(out.paint('dim', `${rendered.channel}, ${rendered.locale}`))
    if (rendered.subject !== null) out.line(`${out.paint('bold', inOneLine(rendered.subject))}\n`)
    out.line(withoutControlCharacters(rendered.body))
    if (rendered.own !== undefined) out.line(`\n${JSON.stringify(rendered.own, null, 2)}`)
    for (const name of rendered.missing)
      out.note(`The variable ${inOneLine(name)} has no value: --var ${inOneLine(name)}=…`)
    for (const { field, message } of rendered.problems) out.note(`${inOneLine(field)}: ${inOneLine(message)}`)
  })
  return rendered.missing.length === 0 && rendered.problems.length === 0 ? 0 : 1
}
