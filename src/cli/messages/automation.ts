// carillon automation: rules that send a template when something happens to a contact.

import type { Automation, AutomationDetail, AutomationRun } from '../../../sdk/src/api.ts'
import { type Call, idOf, type Noun } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { automationChangeCommands } from './automation-change.ts'

const theId = { name: 'ID', description: 'The id, from "carillon automation list".' }
export const automationNoun: Noun = {
  name: 'automation',
  summary: 'Rules that send a template when something happens to a contact.',
  commands: [
    {
      words: 'automation list',
      summary: "List a workspace's automations.",
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon automation list', 'carillon automation list --json'],
      run: list,
    },
    ...automationChangeCommands,
    {
      words: 'automation show',
      summary: 'Show an automation and the number of its runs.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon automation show 2', 'carillon automation show 2 --json'],
      run: show,
    },
    {
      words: 'automation runs',
      summary: 'List the runs of an automation with their contacts and results, newest first.',
      takes: [theId],
      flags: [
        {
          name: 'state',
          value: 'STATE',
          choices: ['waiting', 'sent', 'refused'],
          description: 'The state of the runs: waiting, sent or refused.',
        },
        ...listFlags,
        workspaceFlag,
      ],
      examples: ['carillon automation runs 2', 'carillon automation runs 2 --state refused --json'],
      run: runs,
    },
    {
      words: 'automation delete',
      summary: 'Delete an automation with its runs. Its deliveries stay.',
      takes: [theId],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon automation delete 2', 'carillon automation delete 2 --yes'],
      run: remove,
    },
  ],
}

function triggerOf({ trigger: { type, tag, keyword } }: Automation): string {
  if (tag !== undefined) return `tagged ${tag}`
  return keyword === undefined ? type.replace('contact.', '') : `replies ${keyword}`
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Automation>(call, `${path}/automations`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'name', cell: ({ name }) => name },
      { title: 'when', cell: triggerOf },
      { title: 'template', cell: ({ template }) => template },
      {
        title: 'state',
        cell: ({ enabled }) => (enabled ? 'enabled' : 'disabled'),
        paint: ({ enabled }) => (enabled ? 'green' : 'dim'),
      },
    ],
    'There is no automation yet. Create one: carillon automation create NAME --template SLUG',
  )
}

async function show(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const found = await call.api.get<AutomationDetail>(`${path}/automations/${id}`)
  const { name, source, template, channel, vars, enabled, runs } = found
  return call.out.show(found, () =>
    call.out.fields([
      ['id', id],
      ['name', name],
      ['when', triggerOf(found)],
      ['state', enabled ? 'enabled' : 'disabled'],
      ['source', source],
      ['template', template],
      ['channel', channel],
      ['vars', Object.keys(vars).length > 0 ? JSON.stringify(vars) : ''],
      ['runs', `${runs.sent} sent, ${runs.refused} refused, ${runs.waiting} waiting`],
    ]),
  )
}

async function runs(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const page = await listed<AutomationRun>(call, `${path}/automations/${id}/runs`, { state: call.text('state') })
  return showList(
    call,
    page,
    [
      { title: 'when', cell: ({ at }) => moment(at) },
      { title: 'contact', cell: ({ contact }) => `${contact.name ?? 'removed'} (${contact.id})` },
      {
        title: 'state',
        cell: ({ state }) => state,
        paint: ({ state }) => (({ waiting: 'yellow', sent: 'green', refused: 'red' }) as const)[state],
      },
      { title: 'delivery', cell: ({ delivery_id }) => delivery_id },
      { title: 'reason', cell: ({ reason }) => reason, whole: true },
    ],
    'There are no runs yet.',
  )
}

async function remove(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  if (!(await confirmed(call, `Delete automation ${id} and its runs?`))) return 1
  await call.api.remove(`${path}/automations/${id}`)
  return call.out.show({ id, deleted: true }, () => call.out.line(`Automation ${id} was deleted.`))
}
