// The Italian texts of bulk operations and saved filters.
import type * as english from '../../en/messages/bulk.ts'
import { count, figure, plural } from '../numbers.ts'

interface Cost {
  quota: number
  whatsapp: number
  credits: number
  credits_left: number
}

const paid = ({ quota, whatsapp, credits }: Cost) =>
  [
    quota > 0 ? `${count(quota, 'messaggio', 'messaggi')} della quota` : '',
    whatsapp > 0 ? `${count(whatsapp, 'messaggio', 'messaggi')} del pacchetto WhatsApp` : '',
    credits > 0 ? count(credits, 'credito', 'crediti') : '',
  ]
    .filter(Boolean)
    .join(', ')

const refused = (n: number) => (n === 0 ? '' : ` ${count(n, 'invio rifiutato', 'invii rifiutati')}.`)

export const bulk: typeof english.bulk = {
  bar: 'Azioni sugli invii selezionati',
  selected: (n: number) => count(n, 'invio selezionato', 'invii selezionati'),
  allMatching: 'Tutti gli invii corrispondenti selezionati',
  selectMatching: 'Seleziona tutti gli invii corrispondenti',
  clear: 'Deseleziona',
  actions: { resend: 'Reinvia', reschedule: 'Riprogramma', cancel: 'Annulla' },
  titles: { resend: 'Reinvia gli invii', reschedule: 'Riprogramma gli invii', cancel: 'Annulla gli invii' },
  yes: {
    resend: (n: number) => `Reinvia ${count(n, 'invio', 'invii')}`,
    reschedule: (n: number) => `Riprogramma ${count(n, 'invio', 'invii')}`,
    cancel: (n: number) => `Annulla ${count(n, 'invio', 'invii')}`,
  },
  estimates: {
    resend: (n: number, of: number) => `Invii da ripetere: ${figure(n)} di ${figure(of)}.`,
    reschedule: (n: number, of: number) => `Invii da riprogrammare: ${figure(n)} di ${figure(of)}.`,
    cancel: (n: number, of: number) => `Invii da annullare: ${figure(n)} di ${figure(of)}.`,
  },
  free: 'I messaggi di test sono gratuiti.',
  noCost: 'La riprogrammazione è gratuita.',
  costs: {
    resend: (cost: Cost) =>
      paid(cost) === ''
        ? 'Nessun costo.'
        : `Costo: ${paid(cost)}. Hai ${count(cost.credits_left, 'credito', 'crediti')}.`,
    cancel: (cost: Cost) => (paid(cost) === '' ? 'Nessun rimborso.' : `Rimborso: ${paid(cost)}.`),
  },
  unpaid: (n: number) =>
    `La quota e i crediti non bastano per ${count(n, 'messaggio', 'messaggi')}, che ${plural(n, 'sarà rifiutato', 'saranno rifiutati')}.`,
  refusedTitle: 'Rifiutati',
  resultsTitle: 'Risultati',
  refusedRows: (n: number) => `Rifiutati (${figure(n)})`,
  doneRows: (n: number) => `Eseguiti (${figure(n)})`,
  newDelivery: (id: number) => `Nuovo invio ${id}`,
  refusals: {
    not_found: (n: number) => `${figure(n)}: non trovati`,
    not_ended: (n: number) => `${figure(n)}: non ancora conclusi. Annullali prima, oppure attendi.`,
    files_deleted: (n: number) => `${figure(n)}: gli allegati sono stati eliminati. Reinviali dalla tua applicazione.`,
    source_removed: (n: number) => `${figure(n)}: la sorgente è stata rimossa`,
    template_removed: (n: number) => `${figure(n)}: il modello è stato rimosso`,
    recipient_removed: (n: number) => `${figure(n)}: il destinatario è stato rimosso`,
    not_queued: (n: number) => `${figure(n)}: non più in coda`,
    collecting: (n: number) => `${figure(n)}: ${n === 1 ? 'riepilogo aperto' : 'riepiloghi aperti'}`,
    attempted: (n: number) => `${figure(n)}: già tentati`,
  },
  incomplete: (n: number) =>
    `Questa operazione contiene gli invii corrispondenti più recenti: ${figure(n)}. Altri più vecchi possono corrispondere. Cercato fino al`,
  progress: 'Avanzamento',
  doneOf: (n: number, of: number) => `${figure(n)} di ${count(of, 'invio', 'invii')}`,
  results: {
    resend: (n: number, not: number) => `${count(n, 'invio ripetuto', 'invii ripetuti')}.${refused(not)}`,
    reschedule: (n: number, not: number) => `${count(n, 'invio riprogrammato', 'invii riprogrammati')}.${refused(not)}`,
    cancel: (n: number, not: number) => `${count(n, 'invio annullato', 'invii annullati')}.${refused(not)}`,
  },
  stopped: (n: number) => `Operazione fermata. Invii non modificati: ${figure(n)}.`,
  stop: 'Ferma',
  undoResend: 'Annulla i messaggi non ancora inviati',
  undoMove: 'Ripristina gli orari precedenti',
  resendFailed: 'Reinvia i non riusciti',
  recent: {
    title: 'Operazioni recenti',
    text: 'Le operazioni sugli invii degli ultimi 30 giorni, dalla più recente. Continuano anche dopo la chiusura della finestra.',
    none: 'Nessuna operazione negli ultimi 30 giorni',
    noneText: 'Seleziona gli invii nella lista per reinviarli, riprogrammarli o annullarli insieme.',
    states: { draft: 'Bozza', running: 'In corso', done: 'Conclusa', stopped: 'Fermata', failed: 'Non riuscita' },
    counts: (done: number, refused: number) =>
      refused === 0 ? `Eseguiti: ${figure(done)}` : `Eseguiti: ${figure(done)}, rifiutati: ${figure(refused)}`,
    undo: 'Ripristina un’altra operazione',
    undone: 'Ripristinata',
  },
}

export const savedFilters: typeof english.savedFilters = {
  title: 'Filtri salvati',
  none: 'Nessun filtro salvato',
  save: 'Salva questi filtri',
  name: 'Nome',
  nameText: 'Solo tu vedi i tuoi filtri. Un filtro con lo stesso nome viene sostituito.',
  remove: (name: string) => `Rimuovi «${name}»`,
  removed: (name: string) => `Filtro «${name}» rimosso`,
}
