// The Italian texts of the page “Management tokens”, and the texts that tokens, API keys and trigger keys share.
import type * as english from '../../en/access/credentials.ts'

export const credentials: typeof english.credentials = {
  expires: 'Scadenza',
  expiryChoices: {
    never: 'Nessuna',
    month: 'Tra 30 giorni',
    quarter: 'Tra 90 giorni',
    year: 'Tra un anno',
    moment: 'Data e ora personalizzate',
  },
  expiryMoment: 'Scade il',
  zone: (zone: string) => `Inserisci l’ora nel tuo fuso orario, ${zone}.`,
  never: 'Mai',
  expiresSoon: 'In scadenza',
  created: 'Data di creazione',
  lastUsed: 'Ultimo utilizzo',
  revoke: 'Revoca',
  states: {
    key: { expired: 'Scaduta', notUsed: 'Mai usata', revokedAt: 'Revocata' },
    token: { expired: 'Scaduto', notUsed: 'Mai usato', revokedAt: 'Revocato' },
  },
}

export const tokens: typeof english.tokens = {
  title: 'Token di gestione',
  text: 'Gli script e la riga di comando usano questi token per gestire l’installazione. Solo gli operatori vedono questa pagina.',
  create: 'Crea token',
  none: 'Nessun token di gestione',
  noneText:
    'A uno script serve un token per usare l’API di gestione. Crea un token per ogni script, con i permessi minimi che gli servono.',
  name: 'Nome',
  nameHint: 'Il programma che usa il token. Il registro attività mostra questo nome accanto a ogni modifica.',
  nameExample: 'Report notturno',
  scope: 'Permessi',
  scopes: { read: 'Lettura', manage: 'Gestione', operator: 'Operatore' },
  scopeTexts: {
    read: 'L’accesso di un osservatore in ogni spazio di lavoro. Il token non può leggere i segreti né fare modifiche.',
    manage:
      'L’accesso di un proprietario in ogni spazio di lavoro. Il token non può gestire piani, crediti, account e token, né creare spazi di lavoro.',
    operator: 'Accesso completo all’installazione.',
  },
  newToken: 'Nuovo token',
  use: 'Invia il token nell’header “Authorization: Bearer”. Per la riga di comando, imposta CARILLON_TOKEN con il token.',
  revokeTitle: (name: string) => `Revocare il token “${name}”?`,
  revokeText: (hint: string) =>
    `Le richieste con il token che termina con ${hint} verranno rifiutate con 401. L’operazione è irreversibile.`,
  revokeFileText:
    'Se la riga di comando sul server usa questo token, esegui “carillon token” sul server per crearne uno nuovo.',
  revoked: 'Token revocato',
}
