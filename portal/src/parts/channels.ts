// The channels as the API describes them. If the portal has no name for a channel, it shows the name of the API.
import type { ChannelDescription } from '../../../sdk/src/api.ts'
import { useRead } from '../api/queries.ts'
import { useTexts } from '../texts/texts.tsx'

const dataOf = ({ data }: { data: ChannelDescription[] }) => data

/** Returns all channels, or undefined before they are loaded. */
function useChannels(): ChannelDescription[] | undefined {
  return useRead('listChannels', {}, { select: dataOf }).data
}

/** Returns the API's description of one channel. */
export function useChannel(name: string): ChannelDescription | undefined {
  return useChannels()?.find((described) => described.name === name)
}

/**
 * Returns a function that returns the title of a channel. Loads the titles of the API only if the portal has no title
 * for one of the channels in `shown`.
 */
export function useChannelTitle(...shown: (string | null)[]): (name: string) => string {
  const titles: Record<string, string> = useTexts().channels
  const enabled = shown.some((name) => name !== null && titles[name] === undefined)
  const described = useRead('listChannels', {}, { select: dataOf, enabled }).data
  return (name) => titles[name] ?? described?.find((one) => one.name === name)?.title ?? name
}

export interface ChannelChoice {
  value: ChannelDescription['name']
  label: string
}

/** Returns the channels to choose from. The list is empty before the channels are loaded. */
export function useChannelChoices(isOffered: (channel: ChannelDescription) => boolean = () => true): ChannelChoice[] {
  const titleOf = useChannelTitle()
  return (useChannels() ?? []).filter(isOffered).map(({ name }) => ({ value: name, label: titleOf(name) }))
}
