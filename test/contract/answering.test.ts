// The channels whose messages stand in the indexes of what comes back are those from which something does.
import { expect, it } from 'vitest'
import { channelNames, channelOf } from '../../src/channels/index.ts'
import { ANSWERING } from '../../src/store/answering.ts'

it('names every channel that receives, and no other', () => {
  const receiving = channelNames.filter((name) => channelOf(name).receiver)
  expect([...ANSWERING.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(receiving.toSorted())
})
