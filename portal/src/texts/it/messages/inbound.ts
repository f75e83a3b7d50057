// The Italian texts of inbound webhooks.
import type * as english from '../../en/messages/inbound.ts'
import { count } from '../numbers.ts'

export const inbound: typeof english.inbound = {
  title: 'Webhook in entrata',
  one: 'Webhook in entrata',
  text: 'Le richieste inviate dai provider negli ultimi sette giorni: conferme, risposte e pulsanti premuti. Quelle non elaborate vengono conservate più a lungo.',
  state: 'Stato',
  anyState: 'Tutti gli stati',
  states: { set_aside: 'Non riuscito', unreadable: 'Incompleto', waiting: 'In attesa', done: 'Elaborato' },
  channel: 'Canale',
  anyChannel: 'Tutti i canali',
  source: 'Sorgente',
  sourceOf: (id: number) => `Sorgente ${id}`,
  request: 'Richiesta',
  received: 'Ricezione',
  details: 'Dettagli',
  none: 'Nessun webhook in entrata',
  noneText:
    'Le richieste dei provider, per esempio conferme e risposte, compaiono qui. La pagina di ogni collegamento mostra l’URL da dare al provider.',
  noneMatch: 'Nessun webhook in entrata trovato',
  noneMatchText: 'Rimuovi un filtro.',
  attempts: (n: number) => count(n, 'tentativo', 'tentativi'),
  problems: {
    set_aside: 'Tutti i tentativi non sono riusciti',
    unreadable: 'Alcune parti, o tutte, non sono leggibili. Le altre sono state elaborate',
    waiting: 'L’ultimo tentativo non è riuscito',
    done: 'Elaborato',
  },
  nextAttempt: 'Prossimo tentativo',
  reprocess: 'Elabora di nuovo',
  reprocessHint:
    'Prima risolvi la causa: per esempio, correggi le impostazioni, ripristina la chiave master o aggiorna Carillon. Poi elabora di nuovo la richiesta. Carillon non elabora due volte la stessa parte.',
  reprocessing: 'Nuova elaborazione in corso',
  body: 'Corpo',
  viewRequests: 'Vedi i webhook in entrata',
}
