// The Italian texts of the workspace settings.
import type * as english from '../en/workspace.ts'

export const workspaceSettings: typeof english.workspaceSettings = {
  title: 'Spazio di lavoro',
  text: 'Nome, lingua, fuso orario, ore di silenzio e marchio di questo spazio di lavoro.',
  general: 'Generali',
  nameHint: 'Compare nel portale. I destinatari lo vedono se non c’è un nome visualizzato.',
  locale: 'Lingua predefinita',
  localeHint:
    'Un codice lingua, per esempio “en”, “it” o “pt-BR”. Carillon usa questa lingua se un modello non ha un testo nella lingua del destinatario.',
  zone: 'Fuso orario',
  zoneHint: 'Nelle statistiche di questo spazio di lavoro i giorni iniziano a mezzanotte in questo fuso orario.',
  ownZone: (zone: string) => `Usa il fuso orario di questo browser, ${zone}`,
  notice: 'Indirizzo per gli avvisi',
  noticeHint:
    'I proprietari ricevono via email gli avvisi, per esempio su un endpoint disattivato. Li riceve anche questo indirizzo.',
  noMail: 'Questa installazione non ha un server di posta (SMTP_URL): gli avvisi restano nella casella di test.',
}

export const branding: typeof english.branding = {
  title: 'Marchio',
  text: 'Il mittente che i destinatari vedono nelle email, nelle pagine di conferma, delle preferenze e di annullamento dell’iscrizione. Vale per tutte le sorgenti dello spazio di lavoro.',
  name: 'Nome visualizzato',
  nameHint: 'Se questo campo è vuoto, la pagina e le email mostrano il nome dello spazio di lavoro.',
  color: 'Colore dei pulsanti',
  colorHint: 'Il testo sui pulsanti è nero o bianco: quello con più contrasto.',
  pickColor: 'Scegli un colore dallo schermo',
  logo: 'Logo',
  logoHint: 'Un URL https. Viene mostrato con un’altezza di 40 pixel.',
  page: 'Anteprima',
  confirmationPage: 'Conferma',
  confirmedPage: 'Confermato',
  preview: 'Anteprima della pagina di conferma',
}
