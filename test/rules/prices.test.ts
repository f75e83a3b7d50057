// The price list in credits (specification, Limits; decision 18).
import { expect, it } from 'vitest'
import { channelNames } from '../../src/channels/index.ts'
import { creditCosts } from '../../src/channels/prices.ts'

it('the price list contains SMS and every channel [LIM-48, LIM-50, WHAT-03]', () => {
  expect(creditCosts).toMatchObject({ telegram: 1, email: 1, whatsapp: 3, sms: 10 })
  for (const name of channelNames) expect(creditCosts[name]).toBeGreaterThan(0)
})
