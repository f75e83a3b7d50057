// The Italian texts of categories, and of the preferences of a recipient.
import type * as english from '../en/categories.ts'

export const categories: typeof english.categories = {
  title: 'Categorie',
  text: 'Dividi i messaggi in categorie. I destinatari possono rifiutare una categoria del tutto o su un solo canale.',
  add: 'Crea categoria',
  edit: 'Modifica categoria',
  none: 'Nessuna categoria',
  noneText:
    'Crea una categoria come “Notizie” e indicala in un modello o in una richiesta di invio. Chi la rifiuta riceve gli altri messaggi, senza doversi disiscrivere da tutto.',
  slug: 'Identificativo',
  slugText: 'Le richieste di invio lo contengono nel campo “category”. Non si può cambiare in seguito.',
  nameExample: 'Notizie',
  nameText: 'I destinatari vedono questo nome nella pagina delle preferenze.',
  names: 'Nomi in altre lingue',
  namesText: 'Inserisci una lingua=nome per riga, per esempio en=Newsletter.',
  description: 'Descrizione',
  descriptionText: 'I destinatari la vedono sotto il nome.',
  required: 'Obbligatoria',
  requiredText: 'I destinatari non possono rifiutare la categoria. Usala per i messaggi di sicurezza e legali.',
  byDefault: 'Accettata se non specificato',
  byDefaultText: 'Se è disattivata, i destinatari ricevono i messaggi solo dopo aver accettato la categoria.',
  optIn: 'Solo se accettata',
  removeQuestion: (name: string) => `Rimuovere “${name}”?`,
  removeText: 'Vengono eliminate anche le preferenze di tutti i destinatari per questa categoria.',
  remove: 'Rimuovi categoria',
}

export const preferences: typeof english.preferences = {
  title: 'Preferenze',
  text: 'Le categorie di messaggi che questo destinatario riceve.',
  none: 'Questo spazio di lavoro non ha categorie, quindi il destinatario riceve tutti i messaggi.',
  create: 'Gestisci le categorie',
  accepts: 'Accetta',
  declines: 'Rifiuta',
  byDefault: (accepts: boolean) => (accepts ? 'Predefinito (accetta)' : 'Predefinito (rifiuta)'),
  required: 'Obbligatoria: non si può rifiutare',
  asCategory: 'Come la categoria',
  unsubscribed: 'Il destinatario si è disiscritto da tutto. Riceve solo i modelli essenziali.',
  resubscribe: 'Annulla la disiscrizione',
  channels: 'Singoli canali',
  of: (category: string, channel: string) => `${category}: ${channel}`,
  link: 'Crea un link alla pagina delle preferenze',
  linkText:
    'Il link scade dopo 30 giorni. Chiunque abbia il link può cambiare queste preferenze, quindi invialo solo al destinatario.',
}
