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
  clear: (field: string) => `Cancella ${field}`,
}
