// The Italian texts of the quiet hours of a workspace or recipient.
import type * as english from '../en/quiet-hours.ts'

export const quietHours: typeof english.quietHours = {
  title: 'Ore di silenzio',
  from: 'Inizio',
  to: 'Fine',
  zone: 'Fuso orario delle ore di silenzio',
  clearZone: 'Cancella il fuso orario delle ore di silenzio',
  ofWorkspace: 'Fuso dello spazio di lavoro',
  ofRecipient: 'Fuso del destinatario',
  workspaceHint:
    'I messaggi da inviare tra l’inizio e la fine attendono la fine. Una fine prima dell’inizio è nel giorno successivo.',
  recipientHint: 'Queste ore sostituiscono le ore di silenzio dello spazio di lavoro.',
  recipientZone: 'Fuso orario',
  recipientZoneHint: 'Vale per le ore di silenzio senza fuso orario.',
  clearRecipientZone: 'Cancella il fuso orario',
  needsBoth: 'Inserisci l’inizio e la fine, oppure elimina le ore di silenzio.',
  wholeDay: 'La fine deve essere diversa dall’inizio: ore di silenzio di 24 ore non sono possibili.',
  remove: 'Elimina le ore di silenzio',
  noZone: 'Nessun fuso orario con questo nome',
  none: 'Nessuna',
  words: (from: string, to: string, zone: string | undefined) =>
    `dalle ${from} alle ${to}${zone === undefined ? '' : `, ${zone}`}`,
}
