// What providers sent, in Italian.
import type * as english from '../../en/messages/inbound.ts'
import { count } from '../numbers.ts'

export const inbound: typeof english.inbound = {
  title: 'Dai fornitori',
  one: 'Richiesta di un fornitore',
  text: 'Quello che i fornitori hanno mandato negli ultimi sette giorni: conferme, risposte, tocchi. Quello che non si è potuto prendere resta finché si può.',
  state: 'Stato',
  states: { set_aside: 'Messa da parte', unreadable: 'Letta in parte', waiting: 'In attesa', done: 'Presa' },
  channel: 'Canale',
  source: 'Sorgente',
  sourceOf: (id: number) => `Sorgente ${id}`,
  request: 'Richiesta',
  received: 'Arrivata',
  details: 'Dettagli',
  none: 'Non è ancora arrivato niente',
  noneText:
    'Quando un fornitore dice che ne è stato di un messaggio, o qualcuno risponde, la richiesta compare qui. Ogni collegamento mostra l’indirizzo a cui arriva.',
  noneMatch: 'Nessuna richiesta così',
  noneMatchText: 'Togli un filtro per vedere le altre.',
  attempts: (n: number) => count(n, 'tentativo', 'tentativi'),
  problems: {
    set_aside: 'Non è riuscita in nessun tentativo',
    unreadable: 'Alcune parti qui non significano niente; il resto è stato preso',
    waiting: 'L’ultimo tentativo non è riuscito',
    done: 'È stata presa',
  },
  again: 'Il prossimo tentativo è',
  apply: 'Prendila di nuovo',
  applyHint:
    'Fallo quando la causa è risolta: le impostazioni, una chiave principale ritrovata, una versione più nuova. Quello che è già preso non si prende due volte.',
  applying: 'La richiesta si prende di nuovo',
  body: 'Il testo, come è arrivato',
  toRequests: 'Che cosa è arrivato lì',
}
