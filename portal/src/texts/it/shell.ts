// What stands around the pages in Italian: navigation, menus, the palette.
import type * as english from '../en/shell.ts'

export const shell: typeof english.shell = {
  pages: {
    testInbox: 'Casella di prova',
    conversations: 'Conversazioni',
    templates: 'Modelli',
    recipients: 'Destinatari',
    automations: 'Automazioni',
    sources: 'Sorgenti',
    webhooks: 'Webhook',
    plan: 'Piano e crediti',
    members: 'Membri',
    audit: 'Registro modifiche',
  },
  skip: 'Vai al contenuto',
  navigation: 'Navigazione principale',
  openMenu: 'Apri il menu',
  closeMenu: 'Chiudi il menu',
  workspace: 'Spazio di lavoro',
  newWorkspace: 'Nuovo spazio di lavoro',
  account: 'Il tuo account',
  signOut: 'Esci',
  settings: 'Nome, password, sessioni',
  everybody: 'Gli account di tutti',
  theme: 'Tema',
  light: 'Chiaro',
  dark: 'Scuro',
  system: 'Come il sistema',
  language: 'Lingua',
  apiDocs: 'Documentazione dell’API',
  sections: { messages: 'Messaggi', content: 'Contenuti', settings: 'Impostazioni' },
  search: 'Vai a…',
  roles: { owner: 'Proprietario', admin: 'Amministratore', viewer: 'Osservatore' },
}

export const palette: typeof english.palette = {
  title: 'Vai a una pagina o fai qualcosa',
  placeholder: 'Scrivi una pagina, il numero di un invio, un comando…',
  nothing: 'Niente con questo nome',
  delivery: (id: string) => `Invio ${id}`,
  shortcuts: 'Scorciatoie da tastiera',
  shortcutsIntro: 'Due tasti, uno dopo l’altro, portano a una pagina.',
  openPalette: 'Apri questo elenco da ovunque',
  help: 'Mostra queste scorciatoie',
  afterwards: 'poi',
  closes: 'Chiudi quello che è aperto',
}
