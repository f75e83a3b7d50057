// Reads the data of the preference page: the opt-outs of the recipient, and its choices for each category.
import { type ChannelName, channels } from '../../channels/index.ts'
import type { Connection } from '../../store/database.ts'
import { type CategoryRow, listCategories } from '../../store/recipients/categories.ts'
import { type Preference, preferencesOf } from '../../store/recipients/preferences.ts'
import { findRecipient, type RecipientRecord } from '../../store/recipients/recipients.ts'
import { findSuppressions, type SuppressionRow } from '../../store/recipients/suppressions.ts'
import { findWorkspace } from '../../store/workspaces/workspaces.ts'
import { brandOf } from '../../workspaces/brand.ts'
import { nameOfCategory } from './categories.ts'
import { isAllowed } from './decide.ts'
import { isOfEverything, usedAddressesOf } from './everything.ts'
import type { PreferenceSubject } from './tokens.ts'

/** The messages that do not arrive on a channel. `advertising` and `optional` never include essential templates. */
export type Stopped = 'advertising' | 'optional' | 'all'

/** An opt-out that the page shows. The recipient lifts it with `lift`. Without `lift`, only a member can lift it. */
export type PageOptOut = { lift?: string } & (
  | { kind: 'everything' }
  | { kind: 'channel'; channel: ChannelName; stopped: Stopped; cause: 'choice' | 'stop_word' | 'sender' }
  | { kind: 'category'; slug: string; nameIn: (language: string) => string; channels: ChannelName[] | 'all' }
)

/** Returns the data of the page. Returns `deleted` if the recipient no longer exists. */
export async function preferencePageOf(c: Connection, { workspaceId, recipientId }: PreferenceSubject) {
  const workspace = await findWorkspace(c, workspaceId)
  const recipient = workspace && (await findRecipient(c, workspaceId, recipientId))
  if (!recipient) return 'deleted'
  const categories = await listCategories(c, workspaceId)
  const preferences = await preferencesOf(c, workspaceId, recipientId)
  const reachable = channelsOf(recipient)
  const onChannels = (await findSuppressions(c, usedAddressesOf(workspaceId, recipient))).flatMap((row) =>
    isOfEverything(row, recipient) ? [] : channelOptOut(row),
  )
  const stopped = new Map(reachable.map((channel) => [channel, stoppedOn(channel, onChannels)]))
  const locales = [...(recipient.locale_is_default ? [] : [recipient.locale]), workspace.default_locale]
  const isUnsubscribed = recipient.unsubscribed_at !== null
  const everything: PageOptOut[] = isUnsubscribed ? [{ kind: 'everything', lift: 'everything' }] : []
  return {
    brand: brandOf(workspace),
    locales,
    isUnsubscribed,
    optOuts: [
      ...everything,
      ...onChannels,
      ...categories.flatMap((category) => categoryOptOut(category, preferences, reachable)),
    ],
    channels: reachable,
    categories: categories.map((category) => {
      const own = preferences.filter(({ category: slug }) => slug === category.slug)
      return {
        slug: category.slug,
        nameIn: (language: string) => nameOfCategory(category, [language]),
        description: category.description,
        required: category.required,
        channels: reachable.map((channel) => ({
          channel,
          allowed: isAllowed(category, own, channel),
          stopped: stopped.get(channel),
        })),
      }
    }),
  }
}

export type PreferencePage = Exclude<Awaited<ReturnType<typeof preferencePageOf>>, 'deleted'>

type ChannelOptOut = Extract<PageOptOut, { kind: 'channel' }>

function channelOptOut({ id, channel, reason }: SuppressionRow): ChannelOptOut[] {
  const known = channels.find(({ name }) => name === channel)
  if (!known) return []
  const shown = { kind: 'channel' as const, channel: known.name, stopped: 'all' as const }
  if (reason === 'unsubscribed')
    return [
      {
        ...shown,
        lift: `address/${id}`,
        stopped: known.optOuts === 'advertising' ? 'advertising' : 'optional',
        cause: 'choice',
      },
    ]
  return reason === 'stop_word'
    ? [{ ...shown, lift: `address/${id}`, cause: 'stop_word' }]
    : [{ ...shown, cause: 'sender' }]
}

/** Returns the strongest opt-out of a channel. */
function stoppedOn(name: ChannelName, optOuts: ChannelOptOut[]): Stopped | undefined {
  const own = optOuts.filter(({ channel }) => channel === name).map(({ stopped }) => stopped)
  return (['all', 'optional', 'advertising'] as const).find((one) => own.includes(one))
}

/** Returns the opt-out of a category, if the recipient has declined it. A category that needs consent is no opt-out. */
function categoryOptOut(category: CategoryRow, preferences: Preference[], reachable: ChannelName[]): PageOptOut[] {
  const own = preferences.filter(({ category: slug }) => slug === category.slug)
  if (category.required || own.every(({ allowed }) => allowed)) return []
  const declined = reachable.filter((channel) => !isAllowed(category, own, channel))
  const isWhole = declined.length === reachable.length && own.some(({ channel, allowed }) => channel === '' && !allowed)
  if (declined.length === 0 && !isWhole) return []
  const { slug } = category
  const nameIn = (language: string) => nameOfCategory(category, [language])
  return [{ kind: 'category', lift: `category/${slug}`, slug, nameIn, channels: isWhole ? 'all' : declined }]
}

/** Returns the channels on which the recipient can get messages. An SMS can also be sent to the WhatsApp number. */
function channelsOf(recipient: RecipientRecord): ChannelName[] {
  return channels.flatMap(({ name, addressOwner, address, substitute }) =>
    addressOwner === 'recipient' && (address(recipient) ?? substitute?.(recipient)) !== undefined ? name : [],
  )
}
