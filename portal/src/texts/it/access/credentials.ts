// What API keys, trigger keys and management tokens have alike, and the page of management tokens, in Italian.
import type * as english from '../../en/access/credentials.ts'

export const credentials: typeof english.credentials = {
  expires: 'Scadenza',
  expiryChoices: {
    never: 'Nessuna',
    month: 'Tra 30 giorni',
    quarter: 'Tra 90 giorni',
    year: 'Tra un anno',
    moment: 'In un momento a scelta',
  },
  expiryMoment: 'Scade il',
  zone: (zone: string) => `Nel tuo fuso orario, ${zone}.`,
  never: 'Mai',
  expiresSoon: 'In scadenza',
  created: 'Creazione',
  lastUsed: 'Ultimo uso',
  revoke: 'Revoca',
  states: {
    key: { expired: 'Scaduta', notUsed: 'Mai usata', revokedAt: 'Revocata' },
    token: { expired: 'Scaduto', notUsed: 'Mai usato', revokedAt: 'Revocato' },
  },
}

export const tokens: typeof english.tokens = {
  title: 'Token di gestione',
  text: 'Gli script e la riga di comando li usano per gestire questa installazione. Solo gli operatori vedono questa pagina.',
  create: 'Crea token',
  none: 'Ancora nessun token di gestione',
  noneText:
    'Un token apre l’API di gestione a uno script. Dai a ogni script il suo, con i permessi minimi che gli bastano.',
  name: 'Nome',
  nameHint: 'Chi lo usa. Il registro mostra il nome accanto a ogni modifica.',
  nameExample: 'Rapporto notturno',
  scope: 'Permessi',
  scopes: { read: 'Lettura', manage: 'Gestione', operator: 'Operatore' },
  scopeTexts: {
    read: 'Vede quello che vede un osservatore, in ogni spazio di lavoro. Non vede segreti e non cambia nulla.',
    manage:
      'Fa quello che può fare un proprietario, in ogni spazio di lavoro. Niente piani, crediti, account, nuovi spazi di lavoro o token.',
    operator: 'Può fare tutto, sull’intera installazione.',
  },
  newToken: 'Il nuovo token',
  use: 'Invialo come “Authorization: Bearer” seguito dal token, o imposta CARILLON_TOKEN per la riga di comando.',
  revokeTitle: (name: string) => `Revocare il token “${name}”?`,
  revokeText: (hint: string) =>
    `D’ora in poi le richieste con il token che finisce in ${hint} sono rifiutate con 401. Non si può ripristinare.`,
  revokeFileText:
    'Forse la riga di comando sul server usa questo token: dopo la revoca “carillon token” ne crea lì uno nuovo.',
  revoked: 'Il token è revocato',
}
