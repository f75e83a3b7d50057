// The Italian texts of the page “Accounts”, which lists all accounts for operators.
import type * as english from '../../en/access/accounts.ts'

export const accounts: typeof english.accounts = {
  title: 'Account',
  text: 'Tutti gli account di questa installazione, con i loro spazi di lavoro. Solo gli operatori vedono questa pagina.',
  search: 'Nome o email',
  empty: 'Nessun account trovato',
  workspaces: 'Spazi di lavoro',
  moreWorkspaces: (hidden: number) => `+${hidden}`,
  created: 'Creato',
  rights: 'Diritti',
  anyAccount: 'Tutti gli account',
  onlyOperators: 'Solo operatori',
  signOut: 'Esci ovunque',
  signOutQuestion: (name: string) => `Chiudere tutte le sessioni di ${name}?`,
  signOutText: 'Tutte le sessioni dell’account vengono chiuse. La password resta la stessa.',
  signedOut: (name: string) => `Tutte le sessioni di ${name} sono state chiuse`,
  resetSecondFactor: 'Rimuovi secondo fattore',
  resetQuestion: (name: string) => `Rimuovere il secondo fattore di ${name}?`,
  resetText: (name: string) =>
    `Fallo solo se ${name} ha perso il telefono e i codici di recupero, e se hai la certezza che la richiesta venga da ${name}. Dopo, per accedere basta la password. Tutte le sessioni dell’account vengono chiuse.`,
  passwordLink: 'Crea link per la password',
  passwordLinkLabel: 'Link per la password',
  passwordLinkOf: (name: string) => `Link per la password di ${name}`,
  passwordLinkText: (name: string) =>
    `Invia questo link a ${name}. È utilizzabile una sola volta, entro un’ora, e chiude le altre sessioni dell’account.`,
  promote: 'Rendi operatore',
  promoteQuestion: (name: string) => `Rendere ${name} operatore?`,
  promoteText:
    'Gli operatori vedono e modificano tutti gli spazi di lavoro, impostano i piani, assegnano crediti e gestiscono gli account.',
  demote: 'Rimuovi ruolo di operatore',
  demoteQuestion: (name: string) => `Rimuovere il ruolo di operatore a ${name}?`,
  demoteText: 'L’account non può più gestire l’installazione. Resta membro dei suoi spazi di lavoro.',
  remove: 'Rimuovi account',
  removeQuestion: (name: string) => `Rimuovere l’account di ${name}?`,
  removeText:
    'Le sessioni dell’account vengono chiuse e l’account esce da tutti gli spazi di lavoro. I dati restano e il registro attività conserva il nome.',
  removed: (name: string) => `Account di ${name} rimosso`,
}
