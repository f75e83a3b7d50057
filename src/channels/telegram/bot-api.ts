// The Bot API: a bot that writes to chats, and receives replies and taps.
import type { Provider } from '../contract.ts'
import { telegramReceiver } from './receiver.ts'
import { checkTelegram, sendTelegram } from './sending.ts'
import { type TelegramSettings, telegramSettings } from './settings.ts'

export const botApi: Provider<TelegramSettings> = {
  title: 'Bot API',
  help: 'Talk to @BotFather in Telegram, send /newbot, and paste the token it answers with.',
  settings: telegramSettings,
  check: checkTelegram,
  send: sendTelegram,
  receiver: telegramReceiver,
}
