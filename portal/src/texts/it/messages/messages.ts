// Messages drawn as their channel shows them, and the test inbox, in Italian.
import type * as english from '../../en/messages/messages.ts'

export const messages: typeof english.messages = {
  as: (channel: string) => `Il messaggio come lo mostra ${channel}`,
  noSubject: 'Senza oggetto',
  emailOf: (subject: string) => `L’email “${subject}”`,
  approved: (name: string) => `Modello approvato ${name}`,
  noLinkForViewers: 'Gli osservatori non possono usare questo link.',
}

export const testInbox: typeof english.testInbox = {
  title: 'Casella di prova',
  text: 'Quello che hanno inviato le chiavi di prova, come lo mostrerebbe ogni canale. Niente di questo ha raggiunto qualcuno.',
  nothing: 'Ancora nessun messaggio di prova',
  nothingText:
    'Inviane uno con una chiave svc_test_: passa per tutto quello per cui passa uno vero e finisce qui. Nella panoramica c’è una richiesta pronta da copiare.',
  to: (name: string, address: string) => (name === address ? `A ${address}` : `A ${name}, ${address}`),
  delivery: (id: number) => `Tutto sull’invio ${id}`,
  moreNotices: 'Mostra gli avvisi precedenti',
  noMail: 'Tenuto qui perché nessun server di posta è impostato (SMTP_URL),',
}
