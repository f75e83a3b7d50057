// The registry of channels. All channels are registered before the service is loaded. After the first read of the list,
// no channel can be registered.
import type { Channel } from './contract.ts'

/** Creates an empty registry. The service has one registry; tests create others. */
export function createRegistry() {
  const registered: Channel[] = []
  let isSealed = false
  return {
    /** Adds a channel after the built-in channels. Throws if the list was already read. */
    register(channel: Channel): void {
      if (isSealed)
        throw new Error(
          `Channel ${channel.title} was registered too late. Register channels before the service is loaded.`,
        )
      registered.push(channel)
    },

    /**
     * Returns the built-in channels, followed by the registered channels. After this call, no channel can be
     * registered. Throws if two channels have the same name.
     */
    seal(builtIn: readonly Channel[]): readonly Channel[] {
      isSealed = true
      const all = [...builtIn, ...registered]
      const twice = all.find(({ name }, at) => all.findIndex((other) => other.name === name) !== at)
      if (twice) throw new Error(`Two channels are named ${twice.name}. Give one of them another name.`)
      return all
    },
  }
}

export const { register: registerChannel, seal: sealChannels } = createRegistry()
