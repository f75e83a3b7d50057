// The audit log, in Italian.
import type * as english from '../en/audit.ts'

export const audit: typeof english.audit = {
  title: 'Registro modifiche',
  text: 'Ogni modifica in questo spazio di lavoro: chi, che cosa, quando e da dove.',
  who: 'Chi',
  what: 'Che cosa',
  nothing: 'Ancora nessuna modifica',
  nothingText: 'Appena qualcuno cambia qualcosa, nel portale o con un token, lo trovi qui.',
  details: 'Dettagli',
  less: 'Nascondi',
  unknown: 'Esito ignoto',
  objects: {
    workspace: 'Spazio di lavoro',
    source: 'Sorgente',
    connection: 'Collegamento',
    api_key: 'Chiave API',
    trigger_key: 'Chiave trigger',
    template: 'Modello',
    recipient: 'Destinatario',
    delivery: 'Invio',
    subscription: 'Endpoint webhook',
    automation: 'Automazione',
    opt_out: 'Rinuncia',
    member: 'Membro',
    invitation: 'Invito',
  },
}
