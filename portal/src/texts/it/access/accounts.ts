// Everybody's accounts, for operators, in Italian.
import type * as english from '../../en/access/accounts.ts'

export const accounts: typeof english.accounts = {
  title: 'Account',
  text: 'Tutti quelli che accedono a questa installazione, con i loro spazi di lavoro. Lo vedono solo gli operatori.',
  search: 'Nome o email',
  empty: 'Nessuno con questo nome',
  workspaces: 'Spazi di lavoro',
  passwordLink: 'Link per la password',
  passwordLinkOf: (name: string) => `Una nuova password per ${name}`,
  passwordLinkText: (name: string) =>
    `Consegna tu questo link a ${name}. Vale una volta, entro un’ora, e termina le altre sue sessioni.`,
  promote: 'Rendi operatore',
  promoteQuestion: (name: string) => `Rendere ${name} operatore?`,
  promoteText:
    'Gli operatori vedono e cambiano ogni spazio di lavoro, stabiliscono i piani, danno crediti e gestiscono questi account.',
  demote: 'Non più operatore',
  demoteQuestion: (name: string) => `Togliere a ${name} i diritti di operatore?`,
  demoteText: 'Resta negli spazi di lavoro di cui è membro.',
  remove: 'Rimuovi l’account',
  removeQuestion: (name: string) => `Rimuovere l’account di ${name}?`,
  removeText:
    'Le sue sessioni terminano e lascia ogni spazio di lavoro. Quello che ha fatto resta, e il registro conserva il suo nome.',
  removed: (name: string) => `L’account di ${name} è rimosso`,
}
