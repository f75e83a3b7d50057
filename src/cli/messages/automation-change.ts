// The commands `carillon automation create`, `update`, `enable` and `disable`. They change the trigger of a rule and
// the template that the rule sends.
import type { Automation } from '../../../sdk/src/api.ts'
import { type Call, type Command, definedFields, type Flag, idOf, pairs, required, UsageError } from '../command.ts'
import { inOneLine } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'

const theId = { name: 'ID', description: 'The id, from "carillon automation list".' }
const triggerFlags: Flag[] = [
  { name: 'tag', value: 'TAG', description: 'Trigger: a contact receives this tag, or is created with it.' },
  {
    name: 'keyword',
    value: 'WORD',
    description: 'Trigger: a contact replies with this word. Case and punctuation are ignored.',
  },
]
const varFlag: Flag = {
  name: 'var',
  value: 'NAME=VALUE',
  many: true,
  description: "The value of a placeholder of the template. {{name}} in the value becomes the contact's name.",
}

export const automationChangeCommands: Command[] = [
  {
    words: 'automation create',
    summary: 'Send a template once to each contact that is created, is tagged, or replies with a keyword.',
    takes: [{ name: 'NAME', description: 'The name of the automation.' }],
    flags: [
      { name: 'template', value: 'SLUG', description: 'The template to send. Required.' },
      ...triggerFlags,
      {
        name: 'channel',
        value: 'CHANNEL',
        description: "The channel. By default, it is chosen from the contact's addresses.",
      },
      varFlag,
      { name: 'disabled', description: 'Create it disabled.' },
      sourceFlag,
      workspaceFlag,
    ],
    more: 'Without --tag and --keyword, the trigger is the creation of a contact.',
    examples: [
      'carillon automation create Welcome --template welcome',
      'carillon automation create Info --template info --keyword info --channel telegram',
    ],
    run: create,
  },
  {
    words: 'automation update',
    summary: 'Change an automation. Values without a flag stay unchanged.',
    takes: [theId],
    flags: [
      { name: 'name', value: 'NAME', description: 'The new name.' },
      { name: 'template', value: 'SLUG', description: 'The new template.' },
      ...triggerFlags,
      { name: 'created', description: 'Trigger: a contact is created.' },
      {
        name: 'channel',
        value: 'CHANNEL',
        description: 'The channel. Use "none" to choose it from the addresses of the contact again.',
      },
      { ...varFlag, description: 'A variable to add or replace. NAME= without a value removes the variable.' },
      { ...sourceFlag, description: 'The new source.' },
      workspaceFlag,
    ],
    more: 'Contacts that triggered the automation before do not receive another message.',
    examples: [
      'carillon automation update 2 --template welcome-2 --channel none',
      'carillon automation update 2 --keyword hello --json',
    ],
    run: update,
  },
  ...(['enable', 'disable'] as const).map((word) => ({
    words: `automation ${word}`,
    summary:
      word === 'enable'
        ? 'Enable an automation.'
        : 'Disable an automation. The messages of its pending runs are not sent.',
    takes: [theId],
    flags: [workspaceFlag],
    examples: [`carillon automation ${word} 2`],
    run: (call: Call) => switchTo(call, word === 'enable'),
  })),
]

async function create(call: Call): Promise<number> {
  const trigger = triggerOf(call) ?? { type: 'contact.created' }
  const { path } = await workspaceOf(call)
  const made = await call.api.post<Automation>(
    `${path}/automations`,
    definedFields({
      name: required(call, 'NAME'),
      trigger,
      source: (await sourceOf(call)).id,
      template: required(call, 'template'),
      channel: call.text('channel'),
      vars: Object.fromEntries(pairs(call.all('var'), '--var')),
      enabled: !call.has('disabled'),
    }),
  )
  return call.out.show(made, () => call.out.line(`Automation ${made.id} was created.`))
}

async function update(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const vars = pairs(call.all('var'), '--var')
  const change = definedFields({
    name: call.text('name'),
    trigger: triggerOf(call),
    template: call.text('template'),
    channel: call.text('channel') === 'none' ? null : call.text('channel'),
  })
  if (Object.keys(change).length === 0 && vars.length === 0 && !call.has('source'))
    throw new UsageError('Nothing to change. Give a flag such as --template. See carillon automation update --help.')
  const at = `${(await workspaceOf(call)).path}/automations/${id}`
  const changed = await call.api.patch<Automation>(at, {
    ...change,
    ...(call.has('source') ? { source: (await sourceOf(call)).id } : {}),
    ...(vars.length === 0 ? {} : { vars: mergedVars((await call.api.get<Automation>(at)).vars, vars) }),
  })
  return call.out.show(changed, () => call.out.line(`Automation ${id} (${inOneLine(changed.name)}) was changed.`))
}

/** Returns the trigger from the flags. Returns undefined if the flags contain none. */
function triggerOf(call: Call): Automation['trigger'] | undefined {
  const [tag, keyword] = [call.text('tag'), call.text('keyword')]
  if ([tag !== undefined, keyword !== undefined, call.has('created')].filter(Boolean).length > 1)
    throw new UsageError('Give only one trigger: --tag, --keyword or --created.')
  if (tag !== undefined) return { type: 'contact.tagged', tag }
  if (keyword !== undefined) return { type: 'message.received', keyword }
  return call.has('created') ? { type: 'contact.created' } : undefined
}

/**
 * Merges the given variables into the stored ones, because the API replaces all variables at once. An empty value
 * removes a variable.
 */
function mergedVars(before: Record<string, string>, vars: [string, string][]): Record<string, string> {
  const emptied = vars.filter(([, value]) => value === '').map(([name]) => name)
  const all = Object.entries({ ...before, ...Object.fromEntries(vars) })
  return Object.fromEntries(all.filter(([name]) => !emptied.includes(name)))
}

async function switchTo(call: Call, enabled: boolean): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const changed = await call.api.patch<Automation>(`${path}/automations/${id}`, { enabled })
  return call.out.show(changed, () =>
    call.out.line(`Automation ${id} (${inOneLine(changed.name)}) is ${changed.enabled ? 'enabled' : 'disabled'}.`),
  )
}
