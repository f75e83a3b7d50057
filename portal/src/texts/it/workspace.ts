// The settings of a workspace, in Italian.
import type * as english from '../en/workspace.ts'

export const workspaceSettings: typeof english.workspaceSettings = {
  title: 'Spazio di lavoro',
  text: 'Il nome di questo spazio di lavoro, la lingua predefinita e l’indirizzo per gli avvisi.',
  nameHint: 'I membri lo vedono nell’elenco degli spazi di lavoro.',
  locale: 'Lingua predefinita',
  localeHint: 'Si usa quando un modello non ha un testo nella lingua del destinatario: un codice come en, it o pt-BR.',
  notice: 'Indirizzo per gli avvisi',
  noticeHint:
    'I proprietari ricevono gli avvisi via email, per esempio su un endpoint disattivato. Li riceve anche questo indirizzo.',
  noMail: 'Questa installazione non ha un server di posta (SMTP_URL): gli avvisi restano nella casella di prova.',
}
