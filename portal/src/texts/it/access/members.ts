// Members and invitations, in Italian.
import type * as english from '../../en/access/members.ts'

export const members: typeof english.members = {
  title: 'Membri',
  text: 'Chi accede a questo spazio di lavoro.',
  empty: 'Nessuno, a parte gli operatori',
  emptyText: 'Invita le persone che lavorano con questo spazio. Ognuna ha un ruolo.',
  invite: 'Invita',
  inviteTo: (name: string) => `Invita qualcuno in ${name}`,
  role: 'Ruolo',
  roles: { owner: 'Proprietario', admin: 'Amministratore', viewer: 'Osservatore' },
  roleTexts: {
    owner: 'cambia tutto, anche i membri.',
    admin: 'cambia tutto, tranne membri e inviti.',
    viewer: 'guarda tutto tranne le variabili riservate, e non cambia niente.',
  },
  rolePermissions: 'Che cosa può fare ogni ruolo',
  roleOf: (name: string) => `Ruolo di ${name}`,
  you: 'Tu',
  operator: 'Operatore',
  operatorText: 'Gestisce questa installazione: vede ogni spazio di lavoro, ne crea, stabilisce i piani.',
  joined: 'dal',
  seen: 'visto l’ultima volta',
  remove: 'Rimuovi il membro',
  removeQuestion: (name: string) => `Rimuovere ${name}?`,
  removeText: (name: string) =>
    `${name} viene disconnesso subito e non entra più in questo spazio di lavoro. Quello che ha fatto resta.`,
  leave: 'Lascia',
  leaveQuestion: (name: string) => `Lasciare ${name}?`,
  leaveText: 'Non ne vedrai più niente, finché un proprietario non ti invita di nuovo.',
  invitations: 'Inviti aperti',
  noInvitations: 'Al momento nessuno è invitato.',
  invitedBy: (name: string) => `invitato da ${name}`,
  expires: 'scade',
  expiredAt: 'scaduto',
  expired: 'Scaduto',
  revoke: 'Revoca',
  revokeQuestion: (email: string) => `Revocare l’invito di ${email}?`,
  revokeText: 'Il link che ha ricevuto smette di funzionare.',
  link: 'Link dell’invito',
  mailed: (email: string) =>
    `Il link arriva a ${email} per email e non viene mostrato altrove. L’elenco degli inviti mostra se l’email è stata inviata.`,
  mailStates: { waiting: 'Email in invio', sent: 'Email inviata', failed: 'Email non inviata' },
  mailFailedText:
    'Il server di posta non ha accettato l’email. Controlla l’indirizzo e il server di posta, poi invita di nuovo.',
  notMailed: (email: string) =>
    `Nessun server di posta è impostato, quindi non è partita nessuna email. Consegna questo link a ${email}: vale una volta, solo per quell’indirizzo.`,
}
