// The commands `carillon template publish` (publishes a draft) and `carillon template clone` (copies a template).
import type { Template, TemplateChanges } from '../../../sdk/src/api.ts'
import { type Call, type Command, definedFields, required } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { inOneLine } from '../output.ts'
import { workspaceFlag } from '../places.ts'
import { templatePath } from './template-versions.ts'

const theSlug = { name: 'SLUG', description: 'The slug of the template.' }

export const templateDraftCommands: Command[] = [
  {
    words: 'template publish',
    summary: 'Publish the draft of a template. Shows the changed fields first.',
    takes: [theSlug],
    flags: [yesFlag, workspaceFlag],
    more: 'A draft with errors is refused, and the exit code is 1.',
    examples: ['carillon template publish welcome', 'carillon template publish welcome --yes'],
    run: publish,
  },
  {
    words: 'template clone',
    summary: 'Copy a template. The copy is a draft.',
    takes: [theSlug, { name: 'COPY', description: 'The slug of the copy.' }],
    flags: [{ name: 'name', value: 'NAME', description: 'The name of the copy.' }, workspaceFlag],
    examples: ['carillon template clone welcome welcome-back --name "Welcome back"'],
    run: clone,
  },
]

async function publish(call: Call): Promise<number> {
  const path = await templatePath(call)
  const { changes, problems, version } = await call.api.get<TemplateChanges>(`${path}/changes`)
  for (const { field, before, after } of changes) {
    call.out.note(inOneLine(field))
    if (before !== null) call.out.note(`  - ${inOneLine(before)}`)
    if (after !== null) call.out.note(`  + ${inOneLine(after)}`)
  }
  for (const { field, message, line } of problems)
    call.out.note(`${inOneLine(field)}${line === null ? '' : `, line ${line}`}: ${inOneLine(message)}`)
  if (problems.some(({ severity }) => severity === 'error')) return 1
  const slug = inOneLine(required(call, 'SLUG'))
  if (!(await confirmed(call, `Publish the draft of template ${slug}?`))) return 1
  const made = await call.api.post<Template>(`${path}/publish`, { version })
  return call.out.show(made, () => call.out.line(`Template ${slug} was published as version ${made.version}.`))
}

async function clone(call: Call): Promise<number> {
  const copy = required(call, 'COPY')
  const body = definedFields({ slug: copy, name: call.text('name') })
  const made = await call.api.post<Template>(`${await templatePath(call)}/clone`, body)
  return call.out.show(made, () => {
    call.out.line(`Template ${inOneLine(copy)} was created as a draft.`)
    call.out.note(`Publish it: carillon template publish ${inOneLine(copy)}`)
  })
}
