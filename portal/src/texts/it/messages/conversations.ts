// The Italian texts of conversations.
import type * as english from '../../en/messages/conversations.ts'

export const conversations: typeof english.conversations = {
  title: 'Conversazioni',
  text: 'Le risposte dei destinatari, con i messaggi a cui rispondono.',
  conversation: 'Conversazione',
  channel: 'Canale',
  anyChannel: 'Tutti i canali',
  empty: 'Nessuna risposta',
  emptyText:
    'Le risposte su Telegram, WhatsApp e Messenger compaiono qui, accanto ai tuoi messaggi. La tua applicazione riceve ogni risposta come evento message.received.',
  media: 'File',
  toRecipient: 'Vedi destinatario',
  older: 'Mostra i messaggi precedenti',
  wrote: 'ricevuto',
  weSent: 'inviato',
  answers: (id: number) => `risposta all’invio ${id}`,
}
