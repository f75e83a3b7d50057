// Stands in for providers: lends channels a connector that takes two settings and sends nowhere.
import { Type } from 'typebox'
import { type ChannelName, channelOf } from '../../src/channels/index.ts'

/** Lends each channel a connector until the answered function is called. */
export function lendConnectors(...names: ChannelName[]): () => void {
  const before = names.map((name) => channelOf(name).connector)
  for (const name of names) {
    channelOf(name).connector = {
      settings: Type.Object(
        {
          url: Type.String({ format: 'uri' }),
          token: Type.String({ minLength: 4, ...{ secret: true } }),
          retries: Type.Optional(Type.Integer({ minimum: 0 })),
        },
        { additionalProperties: false },
      ),
      send: async () => ({ class: 'sent', externalId: null }),
    }
  }
  return () => {
    for (const [index, name] of names.entries()) channelOf(name).connector = before[index]
  }
}
