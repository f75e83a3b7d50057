// The registry of channels. Registered channels come after the built-in channels. A channel cannot be registered after
// the list was read.
import { expect, it } from 'vitest'
import type { Channel } from '../../src/channels/contract.ts'
import { createRegistry } from '../../src/channels/registry.ts'
import { telegram } from '../../src/channels/telegram/channel.ts'
import { whatsapp } from '../../src/channels/whatsapp/channel.ts'

const second: Channel = { ...telegram, title: 'A second Telegram' }

it('keeps the order of channels, and refuses a channel with a duplicate name and a channel that is registered too late', () => {
  const { register, seal } = createRegistry()
  register(telegram)
  expect(seal([whatsapp])).toEqual([whatsapp, telegram])
  expect(() => seal([telegram])).toThrow('Two channels are named telegram. Give one of them another name.')
  expect(() => register(second)).toThrow(
    'Channel A second Telegram was registered too late. Register channels before the service is loaded.',
  )
})
