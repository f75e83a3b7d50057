// The registry: channels are registered before the service is loaded, and sealed when the list is first read.
import type { Channel } from './contract.ts'

/** Creates an empty registry. The service has one; tests create their own. */
export function createRegistry() {
  const registered: Channel[] = []
  let isSealed = false
  return {
    /** Adds a channel behind the built-in ones. Throws once the list was read. */
    register(channel: Channel): void {
      if (isSealed) throw new Error(`${channel.title} comes too late. Register channels before the service is loaded.`)
      registered.push(channel)
    },

    /** Returns the built-in channels and then the registered ones, and accepts no more. Throws when two have one name. */
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
