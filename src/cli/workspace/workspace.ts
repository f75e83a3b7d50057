// carillon workspace: workspaces with their plan, limits, brand and credits.
import type { CreditEntry, Workspace, WorkspaceDetail } from '../../../sdk/src/api.ts'
import { quietHoursText } from '../../lib/quiet-hours/words.ts'
import { counted } from '../../lib/text/plural.ts'
import { plans } from '../../plans.ts'
import { type Call, definedFields, type Flag, type Noun, required, UsageError, wholeNumber } from '../command.ts'
import { hoursOf } from '../hours.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { conditionsCommand } from './conditions.ts'
import { smsUsageCommand } from './sms-usage.ts'

const changeFlags: Flag[] = [
  {
    name: 'plan',
    value: Object.keys(plans).join('|'),
    choices: Object.keys(plans),
    description: 'The plan, which sets the limits.',
  },
  {
    name: 'quota',
    value: 'N|unlimited',
    description: 'Maximum number of messages per month. It replaces the limit of the plan.',
  },
  {
    name: 'whatsapp-limit',
    value: 'N|unlimited',
    description: 'Maximum number of WhatsApp messages per month. It replaces the limit of the plan.',
  },
  {
    name: 'locale',
    value: 'LOCALE',
    description: "The language of messages if the template does not contain the recipient's language.",
  },
  {
    name: 'quiet-hours',
    value: 'FROM-TO',
    description: 'The hours in which messages wait, such as 22:00-08:00 or "22:00-08:00 Europe/Rome", or none.',
  },
  {
    name: 'time-zone',
    value: 'ZONE',
    description: 'The time zone in which the portal groups figures by day, for example Europe/Rome.',
  },
  {
    name: 'brand-name',
    value: 'NAME',
    description: 'The name that recipients see as the sender. Use "none" to remove it.',
  },
  { name: 'brand-color', value: '#RRGGBB', description: 'The color of buttons and links. Use "none" to remove it.' },
  { name: 'brand-logo', value: 'URL', description: 'The https URL of the logo. Use "none" to remove it.' },
]

export const workspaceNoun: Noun = {
  name: 'workspace',
  summary: 'Workspaces: plan, limits, brand, credits and problems.',
  commands: [
    {
      words: 'workspace list',
      summary: 'List workspaces.',
      flags: listFlags,
      examples: ['carillon workspace list', 'carillon workspace list --all --json'],
      run: list,
    },
    {
      words: 'workspace create',
      summary: 'Create a workspace.',
      takes: [{ name: 'NAME', description: 'The name of the workspace.' }],
      flags: changeFlags,
      examples: [
        'carillon workspace create Shop',
        'carillon workspace create "Big shop" --plan pro --locale en --brand-color "#aa3366"',
      ],
      run: create,
    },
    {
      words: 'workspace show',
      summary: "Show a workspace: limits, this month's usage, credits, brand.",
      takes: [
        {
          name: 'WORKSPACE',
          description: 'Id or name of the workspace. Optional if there is only one.',
          optional: true,
        },
      ],
      flags: [workspaceFlag],
      examples: ['carillon workspace show', 'carillon workspace show Shop --json'],
      run: show,
    },
    conditionsCommand,
    smsUsageCommand,
    {
      words: 'workspace update',
      summary: 'Change a workspace. Values without a flag stay unchanged.',
      takes: [
        {
          name: 'WORKSPACE',
          description: 'Id or name of the workspace. Optional if there is only one.',
          optional: true,
        },
      ],
      flags: [{ name: 'name', value: 'NAME', description: 'The new name.' }, ...changeFlags, workspaceFlag],
      examples: [
        'carillon workspace update Shop --plan agency',
        'carillon workspace update --quota 25000 --whatsapp-limit unlimited',
        'carillon workspace update --brand-name "The shop" --brand-logo none',
      ],
      run: update,
    },
    {
      words: 'workspace credits add',
      summary: 'Add credits, or remove credits with a negative amount.',
      takes: [{ name: 'AMOUNT', description: 'The number of credits.' }],
      flags: [{ name: 'note', value: 'TEXT', description: 'A note for the ledger.' }, workspaceFlag],
      examples: [
        'carillon workspace credits add 500 --note "Invoice 2030-14"',
        'carillon workspace credits add -20 --workspace Shop',
      ],
      run: addCredits,
    },
    {
      words: 'workspace credits list',
      summary: 'List the ledger of credits, newest first, with the balance.',
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon workspace credits list', 'carillon workspace credits list --limit 5 --json'],
      run: listCredits,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const page = await listed<Workspace>(call, '/workspaces')
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'name', cell: ({ name }) => name },
      { title: 'plan', cell: ({ plan }) => plan },
      { title: 'quota', cell: ({ quota }) => quota ?? 'unlimited' },
      { title: 'created', cell: ({ created_at }) => moment(created_at) },
    ],
    'There is no workspace yet. Create one: carillon workspace create NAME',
  )
}

async function create(call: Call): Promise<number> {
  const made = await call.api.post<Workspace>('/workspaces', { ...changeOf(call), name: required(call, 'NAME') })
  return call.out.show(made, () => {
    call.out.line(`Workspace ${made.id} was created.`)
    call.out.note(`Next: carillon source create NAME --workspace ${made.id}`)
  })
}

async function show(call: Call): Promise<number> {
  const { path } = await workspaceOf(call, 'WORKSPACE')
  const detail = await call.api.get<WorkspaceDetail>(path)
  const { usage } = detail
  const of = ({ used, limit }: { used: number; limit: number | null }) => `${used} of ${limit ?? 'unlimited'}`
  return call.out.show(detail, () =>
    call.out.fields([
      ['id', detail.id],
      ['name', detail.name],
      ['plan', detail.plan],
      ['quota', `${of(usage.quota)} in ${usage.period}`],
      ['whatsapp', of(usage.whatsapp)],
      ['sent', usage.total_sent],
      ['failed', usage.total_failed],
      ['credits', detail.credits],
      ['locale', detail.default_locale],
      ['time zone', detail.time_zone],
      ['quiet hours', detail.quiet_hours && quietHoursText(detail.quiet_hours)],
      ['brand name', textOf(detail.brand.name)],
      ['brand color', textOf(detail.brand.color)],
      ['brand logo', textOf(detail.brand.logo_url)],
      ['created', moment(detail.created_at)],
    ]),
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

async function update(call: Call): Promise<number> {
  const change = changeOf(call)
  const name = call.text('name')
  if (name === undefined && Object.keys(change).length === 0)
    throw new UsageError(
      'Nothing to change. Give a flag such as --plan or --quota. See carillon workspace update --help.',
    )
  const { path } = await workspaceOf(call, 'WORKSPACE')
  const changed = await call.api.patch<Workspace>(path, { ...change, ...(name === undefined ? {} : { name }) })
  return call.out.show(changed, () => call.out.line(`Workspace ${changed.id} was changed.`))
}

function changeOf(call: Call): Record<string, unknown> {
  const brand = {
    name: nullIfNone(call.text('brand-name')),
    color: nullIfNone(call.text('brand-color')),
    logo_url: nullIfNone(call.text('brand-logo')),
  }
  return definedFields({
    plan: call.text('plan'),
    default_locale: call.text('locale'),
    time_zone: call.text('time-zone'),
    quiet_hours: hoursOf(call.text('quiet-hours')),
    quota: limitOf(call, 'quota'),
    whatsapp_limit: limitOf(call, 'whatsapp-limit'),
    brand: Object.values(brand).some((value) => value !== undefined) ? definedFields(brand) : undefined,
  })
}

const nullIfNone = (value: string | undefined) => (value === 'none' ? null : value)

function limitOf(call: Call, flag: string): number | null | undefined {
  const value = call.text(flag)
  if (value === 'unlimited') return null
  return wholeNumber(call, flag)
}

async function addCredits(call: Call): Promise<number> {
  const amount = required(call, 'AMOUNT')
  if (!/^[+-]?\d{1,12}$/.test(amount)) throw new UsageError(`AMOUNT must be a whole number, not "${amount}".`)
  const { path, name } = await workspaceOf(call)
  const note = call.text('note')
  const entry = await call.api.post<CreditEntry>(`${path}/credits`, definedFields({ amount: Number(amount), note }))
  return call.out.show(entry, () => call.out.line(`${inOneLine(name)} now has ${counted(entry.balance, 'credit')}.`))
}

async function listCredits(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<CreditEntry>(call, `${path}/credits`)
  return showList(
    call,
    page,
    [
      { title: 'at', cell: ({ at }) => moment(at) },
      { title: 'kind', cell: ({ kind }) => kind },
      { title: 'amount', cell: ({ amount }) => amount, paint: ({ amount }) => (amount < 0 ? 'red' : 'green') },
      { title: 'balance', cell: ({ balance }) => balance },
      { title: 'delivery', cell: ({ delivery_id }) => delivery_id },
      { title: 'note', cell: ({ note }) => note },
    ],
    'The ledger of credits is empty.',
  )
}
