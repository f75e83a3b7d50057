// The Italian texts of the list of deliveries.
import type * as english from '../../en/messages/deliveries.ts'

export const deliveries: typeof english.deliveries = {
  title: 'Invii',
  text: 'Tutti i messaggi con il loro stato. L’elenco si aggiorna da solo.',
  list: 'Invii, dal più recente',
  search: 'Nome, indirizzo o ID',
  mode: 'Modalità',
  status: 'Stato',
  anyStatus: 'Tutti gli stati',
  channel: 'Canale',
  anyChannel: 'Tutti i canali',
  source: 'Sorgente',
  anySource: 'Tutte le sorgenti',
  template: 'Modello',
  anyTemplate: 'Tutti i modelli',
  from: 'Accettati dal',
  to: 'Accettati prima del',
  moreFilters: 'Più filtri',
  fewerFilters: 'Meno filtri',
  clear: 'Cancella filtri',
  ofRecipient: (id: string) => `Destinatario ${id}`,
  live: 'Aggiornamento in tempo reale',
  paused: 'Aggiornamento in tempo reale interrotto',
  none: 'Nessun invio',
  noneLive: 'I messaggi inviati con una chiave live compaiono qui. Quelli di test sono sotto “Test”.',
  noneTest:
    'I messaggi inviati con una chiave di test compaiono qui. Non raggiungono nessun destinatario. La casella di test mostra l’anteprima di ogni canale.',
  noneMatch: 'Nessun invio trovato',
  noneMatchText: 'Rimuovi un filtro o scegli un altro periodo.',
  scheduled: 'programmato',
}
