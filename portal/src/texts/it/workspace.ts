// The Italian texts of the workspace settings.
import type * as english from '../en/workspace.ts'

export const workspaceSettings: typeof english.workspaceSettings = {
  title: 'Spazio di lavoro',
  text: 'Nome, lingua predefinita e indirizzo per gli avvisi di questo spazio di lavoro.',
  nameHint: 'Compare nel portale. I destinatari lo vedono se non c’è un nome visualizzato.',
  locale: 'Lingua predefinita',
  localeHint:
    'Un codice lingua, per esempio “en”, “it” o “pt-BR”. Carillon usa questa lingua se un modello non ha un testo nella lingua del destinatario.',
  notice: 'Indirizzo per gli avvisi',
  noticeHint:
    'I proprietari ricevono via email gli avvisi, per esempio su un endpoint disattivato. Li riceve anche questo indirizzo.',
  noMail: 'Questa installazione non ha un server di posta (SMTP_URL): gli avvisi restano nella casella di test.',
}
