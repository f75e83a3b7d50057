// The Italian texts of the page of management tokens, and those that API keys, trigger keys and management tokens share.
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
  zone: (zone: string) => `Nel tuo fuso orario, ${zone}.`,
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
    'A uno script serve un token per usare l’API di gestione. Crea un token per ogni script, con i permessi minimi.',
  name: 'Nome',
  nameHint: 'Il programma che usa il token. Il registro attività mostra questo nome accanto a ogni modifica.',
  nameExample: 'Report notturno',
  scope: 'Permessi',
  scopes: { read: 'Lettura', manage: 'Gestione', operator: 'Operatore' },
  scopeTexts: {
    read: 'Lo stesso accesso di un osservatore, in ogni spazio di lavoro: niente segreti e nessuna modifica.',
    manage:
      'Lo stesso accesso di un proprietario, in ogni spazio di lavoro. Esclusi piani, crediti, account, token e nuovi spazi di lavoro.',
    operator: 'Accesso completo all’installazione.',
  },
  newToken: 'Nuovo token',
  use: 'Invialo nell’header “Authorization: Bearer” oppure imposta CARILLON_TOKEN per la riga di comando.',
  revokeTitle: (name: string) => `Revocare il token “${name}”?`,
  revokeText: (hint: string) =>
    `Le richieste con il token che termina con ${hint} verranno rifiutate con 401. L’operazione è irreversibile.`,
  revokeFileText:
    'La riga di comando sul server potrebbe usare questo token. Esegui lì “carillon token” per crearne uno nuovo.',
  revoked: 'Token revocato',
}
