// carillon subscription: the URLs that receive events, their secrets and their state.
import type { NewSubscription, RotatedSecret, Subscription } from '../../../sdk/src/api.ts'
import { type Call, definedFields, type Flag, idOf, type Noun, required, UsageError } from '../command.ts'
import { confirmed, yesFlag } from '../input.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import { subscriptionEventCommands } from './subscription-events.ts'

const theId = { name: 'ID', description: 'The id, from "carillon subscription list".' }
const eventFlag: Flag = {
  name: 'event',
  value: 'EVENT',
  many: true,
  description: 'An event to receive, such as delivery.failed. Repeat the flag for several events.',
}

export const subscriptionNoun: Noun = {
  name: 'subscription',
  summary: 'Subscriptions: URLs that receive events.',
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
      summary: 'Send events to a URL. The signing secret is shown only once.',
      takes: [{ name: 'URL', description: 'A public https:// URL. The operator can allow other URLs.' }],
      flags: [{ ...eventFlag, description: `${eventFlag.description} Required.` }, workspaceFlag],
      more: 'The command prints only the secret on standard output.',
      examples: [
        'carillon subscription create https://example.com/carillon --event delivery.sent --event delivery.failed',
        'carillon subscription create https://example.com/carillon --event message.received --json',
      ],
      run: create,
    },
    {
      words: 'subscription show',
      summary: 'Show a subscription and the state of its receiver.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon subscription show 4', 'carillon subscription show 4 --json'],
      run: show,
    },
    {
      words: 'subscription update',
      summary: 'Change the URL or the events. Values without a flag stay unchanged.',
      takes: [theId],
      flags: [
        { name: 'to', value: 'URL', description: 'The new URL. Pending events are also sent to it.' },
        eventFlag,
        workspaceFlag,
      ],
      examples: ['carillon subscription update 4 --to https://example.com/v2 --event delivery.failed'],
      run: update,
    },
    {
      words: 'subscription rotate-secret',
      summary: 'Create a new secret. The old secret also signs for 24 hours.',
      takes: [theId],
      flags: [
        { name: 'immediately', description: 'Invalidate the old secret now, for example because it leaked.' },
        workspaceFlag,
      ],
      more: 'The command prints only the secret on standard output.',
      examples: ['carillon subscription rotate-secret 4', 'carillon subscription rotate-secret 4 --immediately --json'],
      run: rotateSecret,
    },
    {
      words: 'subscription disable',
      summary: 'Disable a subscription. Its events are stored, so that you can replay them later.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon subscription disable 4'],
      run: (call) => switchTo(call, 'disable'),
    },
    {
      words: 'subscription reactivate',
      summary:
        'Enable a subscription again, and set its failure count to zero. To send missed events, use "carillon subscription replay".',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon subscription reactivate 4'],
      run: (call) => switchTo(call, 'reactivate'),
    },
    {
      words: 'subscription delete',
      summary: 'Delete a subscription. Its pending events are not sent.',
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
    'There are no subscriptions yet. Create one: carillon subscription create URL --event EVENT',
  )
}

async function create(call: Call): Promise<number> {
  const events = call.all('event')
  if (events.length === 0)
    throw new UsageError('Choose the events, with one flag for each event: --event delivery.sent')
  const { path } = await workspaceOf(call)
  const made = await call.api.post<NewSubscription>(`${path}/subscriptions`, {
    url: required(call, 'URL'),
    events,
  })
  return call.out.show(made, () => {
    call.out.note(`Subscription ${made.id} was created. Its secret, which is shown only once:`)
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
  if (Object.keys(change).length === 0) throw new UsageError('Nothing to change. Give --to or --event.')
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
    call.out.note(
      until === null ? 'The old secret is invalid.' : `The old secret also signs events until ${moment(until)}.`,
    )
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
