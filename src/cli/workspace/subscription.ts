// carillon subscription: who is told what happens, with the secrets that sign and the state of each receiver.
import type { NewSubscription, RotatedSecret, Subscription } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Flag, idOf, type Noun, required, UsageError } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { subscriptionEventCommands } from './subscription-events.ts'

const theId = { name: 'ID', description: 'The number that subscription list shows.' }
const eventFlag: Flag = {
  name: 'event',
  value: 'EVENT',
  many: true,
  description: 'An event to tell, such as delivery.failed; give it once for each.',
}

export const subscriptionNoun: Noun = {
  name: 'subscription',
  summary: 'Who is told what happens: addresses that events are sent to.',
  commands: [
    {
      words: 'subscription list',
      summary: "List a workspace's subscriptions.",
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon subscription list', 'carillon subscription list --json'],
      run: list,
    },
    {
      words: 'subscription create',
      summary: 'Send events to an address. The secret that signs them is shown this once.',
      takes: [{ name: 'URL', description: 'https:// and on the public internet, unless the operator allows others.' }],
      flags: [{ ...eventFlag, description: `${eventFlag.description} Needed.` }, workspaceFlag],
      more: 'The secret alone goes to standard output.',
      examples: [
        'carillon subscription create https://example.com/carillon --event delivery.sent --event delivery.failed',
        'carillon subscription create https://example.com/carillon --event message.received --json',
      ],
      run: create,
    },
    {
      words: 'subscription show',
      summary: 'Show a subscription, and how its receiver is doing.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon subscription show 4', 'carillon subscription show 4 --json'],
      run: show,
    },
    {
      words: 'subscription update',
      summary: 'Change the address or the chosen events; what is not named stays.',
      takes: [theId],
      flags: [
        { name: 'to', value: 'URL', description: 'Another address, to which what waits goes too.' },
        eventFlag,
        workspaceFlag,
      ],
      examples: ['carillon subscription update 4 --to https://example.com/v2 --event delivery.failed'],
      run: update,
    },
    {
      words: 'subscription rotate-secret',
      summary: 'Issue a new secret; the old one signs beside it for 24 hours.',
      takes: [theId],
      flags: [
        { name: 'immediately', description: 'The old one signs no more, for when somebody saw it.' },
        workspaceFlag,
      ],
      more: 'The secret alone goes to standard output.',
      examples: ['carillon subscription rotate-secret 4', 'carillon subscription rotate-secret 4 --immediately --json'],
      run: rotateSecret,
    },
    {
      words: 'subscription disable',
      summary: 'Send nothing more; events are kept for a replay.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon subscription disable 4'],
      run: (call) => switchTo(call, 'disable'),
    },
    {
      words: 'subscription reactivate',
      summary: 'Send again, counting failures from zero. What was missed: subscription replay.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon subscription reactivate 4'],
      run: (call) => switchTo(call, 'reactivate'),
    },
    {
      words: 'subscription delete',
      summary: 'Delete a subscription; what waits for it is not sent.',
      takes: [theId],
      flags: [yesFlag, workspaceFlag],
      examples: ['carillon subscription delete 4', 'carillon subscription delete 4 --yes'],
      run: remove,
    },
    ...subscriptionEventCommands,
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<Subscription>(call, `${path}/subscriptions`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'address', cell: ({ url }) => url },
      {
        title: 'status',
        cell: ({ status }) => status,
        paint: ({ status }) => (status === 'active' ? 'green' : 'red'),
      },
      { title: 'failures', cell: ({ failures }) => failures },
      { title: 'events', cell: ({ events }) => events.join(', ') },
    ],
    'Nobody is told anything yet. Tell somebody: carillon subscription create URL --event EVENT',
  )
}

async function create(call: Call): Promise<number> {
  const events = call.all('event')
  if (events.length === 0) throw new UsageError('Say which events: --event delivery.sent, once for each.')
  const { path } = await workspaceOf(call)
  const made = await call.api.post<NewSubscription>(`${path}/subscriptions`, {
    url: required(call, 'URL'),
    events,
  })
  return call.out.show(made, () => {
    call.out.note(`Subscription ${made.id} was created. Its secret, shown this once:`)
    call.out.line(made.secret)
  })
}

async function show(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const found = await call.api.get<Subscription>(`${path}/subscriptions/${id}`)
  return call.out.show(found, () =>
    call.out.fields([
      ['id', id],
      ['address', found.url],
      ['events', found.events.join(', ')],
      ['status', found.status],
      ['disabled', found.disabled_at === null ? '' : `${moment(found.disabled_at)}: ${found.disabled_reason ?? ''}`],
      ['failures', found.failures > 0 ? `${found.failures} in a row, since ${moment(found.failing_since)}` : ''],
      ['old secret until', moment(found.previous_secret_until)],
    ]),
  )
}

async function update(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const events = call.all('event')
  const change = definedFields({ url: call.text('to'), events: events.length > 0 ? events : undefined })
  if (Object.keys(change).length === 0) throw new UsageError('Say what to change: --to or --event.')
  const { path } = await workspaceOf(call)
  const changed = await call.api.patch<Subscription>(`${path}/subscriptions/${id}`, change)
  return call.out.show(changed, () => call.out.line(`Subscription ${id} was changed.`))
}

async function rotateSecret(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const made = await call.api.post<RotatedSecret>(`${path}/subscriptions/${id}/rotate-secret`, {
    immediately: call.has('immediately'),
  })
  return call.out.show(made, () => {
    const until = made.previous_secret_until
    call.out.note(until === null ? 'The old secret signs no more.' : `The old secret signs too until ${moment(until)}.`)
    call.out.line(made.secret)
  })
}

async function switchTo(call: Call, action: 'disable' | 'reactivate'): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const changed = await call.api.post<Subscription>(`${path}/subscriptions/${id}/${action}`)
  return call.out.show(changed, () =>
    call.out.line(`Subscription ${id} (${inOneLine(changed.url)}) is ${changed.status}.`),
  )
}

async function remove(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  if (!(await confirmed(call, `Delete subscription ${id}?`))) return 1
  await call.api.remove(`${path}/subscriptions/${id}`)
  return call.out.show({ id, deleted: true }, () => call.out.line(`Subscription ${id} was deleted.`))
}
