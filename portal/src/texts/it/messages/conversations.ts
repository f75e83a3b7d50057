// Conversations, in Italian.
import type * as english from '../../en/messages/conversations.ts'

export const conversations: typeof english.conversations = {
  title: 'Conversazioni',
  text: 'Quello che le persone hanno risposto, accanto ai messaggi a cui rispondevano.',
  conversation: 'Conversazione',
  channel: 'Canale',
  empty: 'Ancora non ha scritto nessuno',
  emptyText:
    'Le risposte su Telegram, WhatsApp e Messenger compaiono qui, accanto a quello che hai inviato. La tua applicazione le riceve come message.received.',
  media: 'Un file',
  toRecipient: 'Vai al destinatario',
  older: 'Mostra i precedenti',
  wrote: 'ha scritto',
  weSent: 'abbiamo inviato',
  answers: (id: number) => `sull’invio ${id}`,
}
