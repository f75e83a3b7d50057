// The Italian texts of the steps of a delivery with a fallback.

import { delay } from '../../delay.ts'
import type * as english from '../../en/messages/fallbacks.ts'

export const fallbacks: typeof english.fallbacks = {
  title: 'Passaggi',
  open: 'Se il messaggio non arriva, continua sul canale successivo.',
  next: 'Prossima decisione:',
  ended: {
    reached: 'Terminato: è bastato un passaggio precedente.',
    last_step: 'Terminato: non ci sono altri passaggi.',
    cancelled: 'Terminato: un invio è stato annullato.',
    expired: 'Terminato: il messaggio è scaduto.',
    stopped: 'Terminato: un membro l’ha fermato.',
    no_failure: 'Terminato: nessun passaggio è fallito entro 72 ore.',
  },
  step: (n: number) => `Passaggio ${n}`,
  states: { waiting: 'In attesa', started: 'Avviato', skipped: 'Saltato', not_needed: 'Non necessario' },
  after: (minutes: number) => `Inizia ${delay(minutes)} dopo l’invio del passaggio precedente`,
  afterFailure: 'Inizia se il passaggio precedente fallisce',
  unless: {
    delivered: 'se non è stato consegnato',
    read: 'se non è stato letto',
    acted: 'se non è stato premuto un pulsante',
  },
  acted: 'È stato premuto un pulsante.',
  stop: 'Ferma',
  stopTitle: 'Fermare questo messaggio?',
  stopText: 'Non iniziano altri passaggi. Gli invii già avviati non vengono annullati.',
  stopped: 'Il messaggio non avvia altri passaggi.',
  start: 'Avvia ora il prossimo passaggio',
  startTitle: 'Avviare ora il prossimo passaggio?',
  startText: 'Il prossimo messaggio viene inviato subito e addebitato alla quota, o ai crediti se la quota è esaurita.',
  startTestText: 'Il prossimo messaggio viene inviato subito. I messaggi di test sono gratuiti.',
  starting: 'Il prossimo passaggio inizia tra pochi secondi.',
}
