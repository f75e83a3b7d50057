// carillon preferences: which categories of messages a recipient accepts, and the link to its preference page.
import type { Preferences } from '../../../sdk/src/api.ts'
import { type Call, idOf, type Noun, UsageError } from '../command.ts'
import { inOneLine, moment } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

const theId = { name: 'ID', description: 'The id of the recipient, from "carillon recipients list".' }
const value = 'SLUG[/CHANNEL]'

export const preferencesNoun: Noun = {
  name: 'preferences',
  summary: 'Which categories of messages a recipient accepts.',
  commands: [
    {
      words: 'preferences show',
      summary: 'Show the preferences of a recipient for each category.',
      takes: [theId],
      flags: [workspaceFlag],
      examples: ['carillon preferences show 7', 'carillon preferences show 7 --json'],
      run: show,
    },
    {
      words: 'preferences set',
      summary: 'Change preferences of a recipient, at its request.',
      takes: [theId],
      flags: [
        { name: 'accept', value, many: true, description: 'A category to accept, or one of its channels.' },
        { name: 'decline', value, many: true, description: 'A category to decline, or one of its channels.' },
        { name: 'reset', value, many: true, description: 'Remove the value, so that a more general value applies.' },
        workspaceFlag,
      ],
      more: `The slug * stands for everything: with --decline, the recipient receives only essential templates from then on. The
shell may replace *, so write it in quotation marks.`,
      examples: [
        'carillon preferences set 7 --decline newsletter --accept newsletter/email',
        "carillon preferences set 7 --accept '*'",
      ],
      run: set,
    },
    {
      words: 'preferences link',
      summary: 'Create a link with which the recipient changes its preferences. It expires after 30 days.',
      takes: [theId],
      flags: [workspaceFlag],
      more: 'Any person with the link can use it, so pass it only to the recipient.',
      examples: ['carillon preferences link 7'],
      run: link,
    },
  ],
}

async function show(call: Call): Promise<number> {
  return shown(call, await call.api.get<Preferences>(`${await pathOf(call)}/preferences`))
}

async function set(call: Call): Promise<number> {
  const body: Record<string, { allowed?: boolean | null; channels?: Record<string, boolean | null> }> = {}
  const flags = [
    ['accept', true],
    ['decline', false],
    ['reset', null],
  ] as const
  for (const [flag, allowed] of flags)
    for (const target of call.all(flag)) {
      const [slug = '', channel] = target.split('/')
      const own = body[slug] ?? {}
      body[slug] =
        channel === undefined ? { ...own, allowed } : { ...own, channels: { ...own.channels, [channel]: allowed } }
    }
  if (Object.keys(body).length === 0) throw new UsageError('Name a category with --accept, --decline or --reset.')
  return shown(call, await call.api.patch<Preferences>(`${await pathOf(call)}/preferences`, body))
}

async function link(call: Call): Promise<number> {
  const made = await call.api.post<{ url: string; expires_at: string }>(`${await pathOf(call)}/preference-link`)
  return call.out.show(made, () => {
    call.out.line(made.url)
    call.out.note(`The link expires at ${moment(made.expires_at)}.`)
  })
}

function shown(call: Call, answer: Preferences): number {
  const { out } = call
  return out.show(answer, () => {
    const { unsubscribed_at: since, data } = answer
    if (since !== null)
      out.note(`The recipient unsubscribed from everything at ${moment(since)}. It receives only essential templates.`)
    if (data.length === 0) return out.note('The workspace has no categories.')
    out.table(
      [
        { title: 'category', cell: ({ category }) => category },
        { title: 'name', cell: ({ name }) => inOneLine(name) },
        { title: 'value', cell: stateOf },
        { title: 'channels', cell: channelsOf, whole: true },
      ],
      data,
    )
  })
}

type Preference = Preferences['data'][number]

function stateOf({ required, allowed, effective }: Preference): string {
  if (required) return 'required'
  return `${effective ? 'accepted' : 'declined'}${allowed === null ? ' (default)' : ''}`
}

function channelsOf({ channels }: Preference): string {
  return Object.entries(channels)
    .map(([channel, allowed]) => `${channel}: ${allowed === true ? 'accepted' : 'declined'}`)
    .join(', ')
}

async function pathOf(call: Call): Promise<string> {
  const id = idOf(call, 'ID')
  return `${(await workspaceOf(call)).path}/recipients/${id}`
}
