// The Italian texts of approved WhatsApp templates.
import type * as english from '../../en/messages/approved-templates.ts'
import { count } from '../numbers.ts'

export const approved: typeof english.approved = {
  title: 'Modelli approvati',
  text: 'Se un destinatario non ti ha scritto nelle ultime 24 ore, WhatsApp accetta solo modelli approvati. Crea questi modelli nel WhatsApp Manager di Meta. Carillon sincronizza l’elenco ogni ora.',
  sync: 'Sincronizza ora',
  read: (templates: number, usable: number) =>
    `${count(templates, 'modello sincronizzato', 'modelli sincronizzati')}, ${count(usable, 'utilizzabile', 'utilizzabili')}`,
  readAt: 'Ultima sincronizzazione:',
  notRead: 'L’ultima sincronizzazione non è riuscita',
  search: 'Cerca per nome',
  none: 'Nessun modello approvato',
  noneText:
    'Per sincronizzare i modelli, inserisci il WABA ID nelle impostazioni del collegamento. I nuovi modelli compaiono dopo la prossima sincronizzazione.',
  noneMatch: 'Nessun modello trovato',
  noneMatchText: 'Cerca un testo più breve.',
  usable: 'Utilizzabile',
  refused: (reason: string) => `I messaggi non possono usare questo modello perché ${reason}.`,
  statuses: {
    PENDING: 'In revisione',
    IN_APPEAL: 'In ricorso',
    REJECTED: 'Rifiutato',
    PAUSED: 'Sospeso',
    DISABLED: 'Disattivato',
    PENDING_DELETION: 'In eliminazione',
    DELETED: 'Eliminato',
    LIMIT_EXCEEDED: 'Limite superato',
    ARCHIVED: 'Archiviato',
    APPROVED: 'Approvato',
  },
  categories: { MARKETING: 'Marketing', UTILITY: 'Servizio', AUTHENTICATION: 'Autenticazione' },
  header: (kind: string) => `Intestazione: ${kind}`,
  headers: { text: 'testo con una variabile', image: 'immagine', video: 'video', document: 'documento' },
  variables: (names: string) => `Variabili: ${names}`,
  noVariables: 'Nessuna variabile',
  buttons: (kinds: string) => `Pulsanti: ${kinds}`,
  buttonKinds: { quick_reply: 'risposta rapida', url: 'link di un’azione', fixed: 'fisso' },
  toList: 'Vedi l’elenco',
  toListText: 'L’elenco dei tuoi modelli WhatsApp. Mostra le variabili di ogni modello e se i messaggi possono usarlo.',
  choose: 'Scegli un modello approvato',
  use: 'Usa modello',
  source: 'Sorgente',
  notConnected: 'Questa sorgente non ha un collegamento a WhatsApp',
  connect: 'Collega WhatsApp',
}
