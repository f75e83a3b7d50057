// The channels of the service, as the API describes them, and their names. A channel without words of ours has the API's.
import type { ChannelDescription } from '../../../sdk/src/api.ts'
import { useRead } from '../api/queries.ts'
import { useTexts } from '../texts/texts.tsx'

const dataOf = ({ data }: { data: ChannelDescription[] }) => data

/** Every channel; undefined until the answer is there. */
function useChannels(): ChannelDescription[] | undefined {
  return useRead('listChannels', {}, { select: dataOf }).data
}

/** What the API says about one channel. */
export function useChannel(name: string): ChannelDescription | undefined {
  return useChannels()?.find((described) => described.name === name)
}

/** Returns the title of a channel: ours, else the API's, which is read only where one of `shown` has none of ours. */
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

/** The channels to choose from; empty until the answer is there. */
export function useChannelChoices(isOffered: (channel: ChannelDescription) => boolean = () => true): ChannelChoice[] {
  const titleOf = useChannelTitle()
  return (useChannels() ?? []).filter(isOffered).map(({ name }) => ({ value: name, label: titleOf(name) }))
}
