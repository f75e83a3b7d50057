// The provider Expo, for apps made with Expo.
import { checkUrl } from '../../lib/safe-url.ts'
import type { Provider } from '../contract.ts'
import { checkExpo, expoReceipts } from './expo/receipts.ts'
import { pushSender } from './loaded.ts'
import { EXPO, type Expo, expoSettings } from './settings.ts'
import { testDeviceOf } from './test-device.ts'

export const expo: Provider<Expo> = {
  title: 'Expo',
  testDevice: testDeviceOf('expo'),
  help: 'For apps made with Expo. An access token is needed only if your Expo account requires it: expo.dev, Account settings, Access tokens.',
  settings: expoSettings,
  problems: ({ api_base = EXPO }, allowPrivateNetwork): Record<string, string> => {
    const problem = checkUrl(api_base, { allowPrivateNetwork })
    return problem === undefined ? {} : { api_base: problem }
  },
  check: checkExpo,
  ticketReader: expoReceipts,
  send: async (call) => (await pushSender()).send({ ...call, settings: { expo: call.settings } }),
}
