// Templates that WhatsApp approves, in Italian.
import type * as english from '../../en/messages/approved-templates.ts'
import { count, figure } from '../numbers.ts'

export const approved: typeof english.approved = {
  title: 'Modelli approvati',
  text: 'Quello che si può scrivere a chi non ha scritto per primo. I modelli si creano nel WhatsApp Manager di Meta, e si leggono da lì ogni ora.',
  sync: 'Leggi l’elenco ora',
  read: (templates: number, usable: number) =>
    `${count(templates, 'modello letto', 'modelli letti')}, ${figure(usable)} si possono usare`,
  readAt: 'Letto da Meta',
  notRead: 'L’ultimo tentativo di leggere l’elenco non è riuscito',
  search: 'Parte del nome',
  none: 'Non si conosce nessun modello',
  noneText:
    'Per l’elenco serve l’id dell’account (waba_id) nelle impostazioni del collegamento. Un modello appena approvato compare dopo una nuova lettura.',
  noneMatch: 'Nessun modello con questo nome',
  noneMatchText: 'Cercane una parte più breve.',
  usable: 'Utilizzabile',
  refused: (reason: string) => `Nessun messaggio può usarlo: “${reason}”.`,
  categories: { MARKETING: 'Marketing', UTILITY: 'Servizio', AUTHENTICATION: 'Autenticazione' },
  header: (kind: string) => `Intestazione: ${kind}`,
  headers: { text: 'testo con una variabile', image: 'immagine', video: 'video', document: 'documento' },
  variables: (names: string) => `Variabili: ${names}`,
  noVariables: 'Nessuna variabile',
  buttons: (kinds: string) => `Pulsanti: ${kinds}`,
  buttonKinds: { quick_reply: 'risposta', url: 'link di un’azione', fixed: 'fisso' },
  toList: 'Vedi l’elenco',
  toListText: 'Quali modelli ha approvato Meta, che cosa va riempito in ognuno, e quali nessun messaggio può usare.',
  choose: 'Scegli un modello approvato',
  use: 'Usa questo',
  source: 'Sorgente',
  notConnected: 'Questa sorgente non è collegata a WhatsApp',
  connect: 'Collega WhatsApp',
}
