// Outcomes, checks and settings of Discord, in Italian.

export const discord: Record<string, string> = {
  "the source's Discord connection": 'il collegamento Discord della sorgente',
  'discord has no buttons; omit actions': 'discord non ha pulsanti; ometti actions',
  'a webhook writes to one channel, so another webhook reaches other people':
    'un webhook scrive in un solo canale: un altro webhook raggiunge altre persone',
  'the text and the link to the {type} have {size} characters together; discord takes {mostCharacters}':
    'il testo e il link al file ({type}) hanno insieme {size} caratteri; discord ne ammette {mostCharacters}',
  'becomes embed {length} of the message; discord takes {most}':
    'è l’embed numero {length} del messaggio; discord ne ammette {most}',
  'the embeds have {size} characters together; discord takes {mostCharacters}':
    'gli embed hanno insieme {size} caratteri; discord ne ammette {mostCharacters}',
  "Create a webhook in the channel's settings and put its URL into the connection.":
    'Crea un webhook nelle impostazioni del canale e inserisci il suo URL nel collegamento.',
  'the Discord channel was deleted': 'il canale Discord è stato eliminato',
  'the Discord webhook was deleted': 'il webhook di Discord è stato eliminato',
  'the Discord webhook has no access to its channel': 'il webhook di Discord non ha accesso al suo canale',
  'the Discord webhook may not write to its channel': 'il webhook di Discord non può scrivere nel suo canale',
  'the Discord webhook token is not valid': 'il token del webhook di Discord non è valido',
  'the message is too large for Discord': 'il messaggio è troppo grande per Discord',
  'Shorten the template or its embeds, and resend the message.':
    'Accorcia il modello o i suoi embed e invia di nuovo il messaggio.',
  'Discord refused the empty message': 'Discord ha rifiutato il messaggio vuoto',
  'Give the template a text or an embed, and resend the message.':
    'Dai al modello un testo o un embed e invia di nuovo il messaggio.',
  'Discord refused a part of the message': 'Discord ha rifiutato una parte del messaggio',
  'Correct the part of the template that the response names, and resend the message.':
    'Correggi la parte del modello che la risposta indica e invia di nuovo il messaggio.',
  'the Discord webhook belongs to a forum and needs a thread':
    'il webhook di Discord appartiene a un forum e richiede un thread',
  "Add ?thread_id=… to the webhook URL in the connection's settings.":
    'Aggiungi ?thread_id=… all’URL del webhook nelle impostazioni del collegamento.',
  'Discord blocked a link in the message as harmful': 'Discord ha bloccato un link del messaggio perché dannoso',
  'Remove the link from the template, and resend the message.':
    'Rimuovi il link dal modello e invia di nuovo il messaggio.',
  'the Discord webhook does not exist': 'il webhook di Discord non esiste',
  '{reason} from this host (its global limit)': '{reason} da questo host (il suo limite globale)',
  '{reason} in this channel (a shared limit)': '{reason} in questo canale (limite condiviso)',
  '{reason} through this webhook': '{reason} da questo webhook',
  'must be the URL that Discord shows for a webhook, such as {example}':
    'deve essere l’URL che Discord mostra per un webhook, per esempio {example}',
  'must be a URL of discord.com, such as {example}. Put the URL of a gateway into api_base':
    'deve essere un URL di discord.com, per esempio {example}; inserisci l’URL di un gateway in api_base',
  'must not contain "{taken}", a name that Discord reserves':
    'non può contenere “{taken}”, un nome riservato da Discord',
  'the webhook {value} exists': 'il webhook {value} esiste',
  "In Discord, open the channel's settings, Integrations, Webhooks. Create a webhook and copy its URL.":
    'In Discord apri le impostazioni del canale, poi Integrazioni e Webhook. Crea un webhook e copia il suo URL.',
  'Webhook URL': 'URL del webhook',
  "The channel's webhook URL. The URL is a secret, because everyone who has it can write to the channel. Add ?thread_id=… to write to a thread.":
    'L’URL del webhook del canale. È un segreto: chiunque lo abbia può scrivere nel canale. Aggiungi ?thread_id=… per scrivere in un thread.',
  Username: 'Nome utente',
  'Name shown as the sender.': 'Nome mostrato come mittente.',
  'Avatar URL': 'URL dell’avatar',
  'Picture shown as the sender.': 'Immagine mostrata come mittente.',
  'The URL of a gateway that receives the requests to Discord. The path of the webhook is added to this URL.':
    'L’URL di un gateway che riceve le richieste dirette a Discord. A questo URL si aggiunge il percorso del webhook.',
  Webhook: 'Webhook',
}
