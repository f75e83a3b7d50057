// carillon automation create, update, enable and disable: what sets a rule off, and what it sends.
import type { Automation } from '../../../sdk/src/api.ts'
import { type Call, type Command, definedFields, type Flag, idOf, pairs, required, UsageError } from '../command.ts'
import { inOneLine } from '../output.ts'
import { sourceFlag, sourceOf, workspaceFlag, workspaceOf } from '../places.ts'

const theId = { name: 'ID', description: 'The number that automation list shows.' }
const triggerFlags: Flag[] = [
  { name: 'tag', value: 'TAG', description: 'When a contact gets this tag, or comes with it.' },
  {
    name: 'keyword',
    value: 'WORD',
    description: 'When a contact replies with this word; case and punctuation do not count.',
  },
]
const varFlag: Flag = {
  name: 'var',
  value: 'NAME=VALUE',
  many: true,
  description: 'Of the template; {{name}} in it is the name of the contact.',
}

export const automationChangeCommands: Command[] = [
  {
    words: 'automation create',
    summary: 'Send a template when a contact is created, or is tagged, or replies with a keyword: once for each.',
    takes: [{ name: 'NAME', description: 'What people call it.' }],
    flags: [
      { name: 'template', value: 'SLUG', description: 'What is sent. Needed.' },
      ...triggerFlags,
      { name: 'channel', value: 'CHANNEL', description: 'Send it there; else where the contact is reached.' },
      varFlag,
      { name: 'disabled', description: 'Switched off until automation enable.' },
      sourceFlag,
      workspaceFlag,
    ],
    more: 'Without --tag and --keyword it is set off by every contact that is created.',
    examples: [
      'carillon automation create Welcome --template welcome',
      'carillon automation create Info --template info --keyword info --channel telegram',
    ],
    run: create,
  },
  {
    words: 'automation update',
    summary: 'Change an automation; what is not named stays.',
    takes: [theId],
    flags: [
      { name: 'name', value: 'NAME', description: 'Another name.' },
      { name: 'template', value: 'SLUG', description: 'Another template.' },
      ...triggerFlags,
      { name: 'created', description: 'When a contact is created, instead of a tag or a keyword.' },
      { name: 'channel', value: 'CHANNEL', description: 'Send it there; none: where the contact is reached.' },
      { ...varFlag, description: 'To set beside the others; NAME= takes it away.' },
      { ...sourceFlag, description: 'Send as another source.' },
      workspaceFlag,
    ],
    more: 'Whoever set it off before is not sent to again.',
    examples: [
      'carillon automation update 2 --template welcome-2 --channel none',
      'carillon automation update 2 --keyword hello --json',
    ],
    run: update,
  },
  ...(['enable', 'disable'] as const).map((word) => ({
    words: `automation ${word}`,
    summary: word === 'enable' ? 'Switch an automation on.' : 'Switch an automation off; what waits is not sent.',
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
    throw new UsageError('Say what to change, such as --template: carillon automation update --help')
  const at = `${(await workspaceOf(call)).path}/automations/${id}`
  const changed = await call.api.patch<Automation>(at, {
    ...change,
    ...(call.has('source') ? { source: (await sourceOf(call)).id } : {}),
    ...(vars.length === 0 ? {} : { vars: besides((await call.api.get<Automation>(at)).vars, vars) }),
  })
  return call.out.show(changed, () => call.out.line(`Automation ${id} (${inOneLine(changed.name)}) was changed.`))
}

/** What was asked for as a trigger; undefined when nothing was. */
function triggerOf(call: Call): Automation['trigger'] | undefined {
  const [tag, keyword] = [call.text('tag'), call.text('keyword')]
  if ([tag !== undefined, keyword !== undefined, call.has('created')].filter(Boolean).length > 1)
    throw new UsageError('Give one of them: an automation has one trigger (--tag, --keyword, or a contact is created).')
  if (tag !== undefined) return { type: 'contact.tagged', tag }
  if (keyword !== undefined) return { type: 'message.received', keyword }
  return call.has('created') ? { type: 'contact.created' } : undefined
}

/** The API takes vars as a whole: these beside the ones there are; an empty one goes. */
function besides(before: Record<string, string>, vars: [string, string][]): Record<string, string> {
  const emptied = vars.filter(([, value]) => value === '').map(([name]) => name)
  const all = Object.entries({ ...before, ...Object.fromEntries(vars) })
  return Object.fromEntries(all.filter(([name]) => !emptied.includes(name)))
}

async function switchTo(call: Call, enabled: boolean): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const changed = await call.api.patch<Automation>(`${path}/automations/${id}`, { enabled })
  return call.out.show(changed, () =>
    call.out.line(`Automation ${id} (${inOneLine(changed.name)}) is ${changed.enabled ? 'on' : 'off'}.`),
  )
}
