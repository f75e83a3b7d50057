// The Telegram provider: the Bot API.
import type { Provider } from '../contract.ts'
import { telegramReceiver } from './receiver.ts'
import { checkTelegram, sendTelegram } from './sending.ts'
import { type TelegramSettings, telegramSettings } from './settings.ts'

export const botApi: Provider<TelegramSettings> = {
  title: 'Bot API',
  help: 'In Telegram, send /newbot to @BotFather. Paste the token from its answer.',
  settings: telegramSettings,
  check: checkTelegram,
  send: sendTelegram,
  receiver: telegramReceiver,
}
