// The Italian texts of members and invitations.
import type * as english from '../../en/access/members.ts'

export const members: typeof english.members = {
  title: 'Membri',
  text: 'Le persone che hanno accesso a questo spazio di lavoro.',
  empty: 'Nessun membro',
  emptyText:
    'Per ora hanno accesso solo gli operatori. Invita chi lavora in questo spazio e assegna un ruolo a ciascuno.',
  invite: 'Invita un membro',
  inviteTo: (name: string) => `Invita un membro in ${name}`,
  role: 'Ruolo',
  roles: { owner: 'Proprietario', admin: 'Amministratore', viewer: 'Osservatore' },
  roleTexts: {
    owner: 'può modificare tutto, compresi i membri.',
    admin: 'può modificare tutto tranne membri e inviti.',
    viewer: 'può vedere tutto tranne le variabili riservate e non può fare modifiche.',
  },
  rolePermissions: 'Permessi di ogni ruolo',
  roleOf: (name: string) => `Ruolo di ${name}`,
  you: 'Tu',
  operator: 'Operatore',
  operatorText:
    'Un operatore gestisce questa installazione. Gli operatori vedono tutti gli spazi di lavoro, ne creano di nuovi e impostano i piani.',
  joinedColumn: 'Membro da',
  lastActiveColumn: 'Ultima attività',
  never: 'Mai',
  search: 'Nome o email',
  anyRole: 'Tutti i ruoli',
  noMatch: 'Nessun membro corrisponde',
  invitedByColumn: 'Invito di',
  theOperator: 'l’operatore',
  sent: 'Invio',
  expiresColumn: 'Scadenza',
  remove: 'Rimuovi membro',
  removeQuestion: (name: string) => `Rimuovere ${name}?`,
  removeText: (name: string) => `${name} perde subito l’accesso a questo spazio di lavoro. I dati esistenti restano.`,
  leave: 'Abbandona',
  leaveQuestion: (name: string) => `Abbandonare ${name}?`,
  leaveText: 'Perdi l’accesso a questo spazio di lavoro finché un proprietario non ti invita di nuovo.',
  invitations: 'Inviti in sospeso',
  noInvitations: 'Nessun invito in sospeso.',
  expired: 'Scaduto',
  revoke: 'Revoca',
  revokeQuestion: (email: string) => `Revocare l’invito per ${email}?`,
  revokeText: 'Il link dell’invito smette di funzionare.',
  link: 'Link di invito',
  mailed: (email: string) =>
    `Il link viene inviato per email a ${email} e non viene mostrato qui. L’elenco degli inviti indica se l’email è stata inviata.`,
  mailStates: { waiting: 'Invio email in corso', sent: 'Email inviata', failed: 'Email non inviata' },
  mailFailedText:
    'Il server di posta ha rifiutato l’email. Controlla l’indirizzo e il server di posta, poi invita di nuovo.',
  notMailed: (email: string) =>
    `Nessun server di posta configurato: l’email non è stata inviata. Invia tu questo link a ${email}. Funziona una sola volta e solo per questo indirizzo.`,
}
