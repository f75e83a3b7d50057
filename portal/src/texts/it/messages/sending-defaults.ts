// The Italian texts of the sending defaults of a template.
import type * as english from '../../en/messages/sending-defaults.ts'

export const sendingDefaults: typeof english.sendingDefaults = {
  title: 'Valori predefiniti di invio',
  hint: 'Valgono per le richieste che non indicano il campo.',
  expiresAfter: 'Scade dopo',
  quietHours: 'Ore di silenzio',
  category: 'Categoria',
  none: 'Nessun valore',
  respect: 'Attendi la loro fine',
  ignore: 'Invia durante le ore di silenzio',
  fallback: 'Canali di riserva',
  fallbackHint:
    'Il messaggio continua sul canale successivo se non arriva. Le richieste che indicano un canale usano solo quello.',
  addFallback: 'Aggiungi canali di riserva',
  removeFallback: 'Rimuovi canali di riserva',
  addStep: 'Aggiungi passaggio',
  remove: 'Rimuovi',
  removeStep: (n: number) => `Rimuovi il passaggio ${n}`,
  channel: 'Canale',
  after: 'Inizia dopo',
  afterFailure: 'Un errore',
  unless: 'Se non è stato',
  reached: { delivered: 'consegnato', read: 'letto', acted: 'confermato con un pulsante' },
  of: (step: string, field: string) => `${step}: ${field}`,
  clear: (field: string) => `Cancella ${field}`,
}
