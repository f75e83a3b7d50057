// Outcomes, checks and settings of Discord, in Italian.

export const discord: Record<string, string> = {
  "the source's Discord connection": 'il collegamento Discord della sorgente',
  'discord has no buttons; leave actions out': 'discord non ha pulsanti; togli actions',
  'a webhook writes to one channel: another one reaches other people':
    'un webhook scrive in un solo canale: un altro raggiunge altre persone',
  'the text and the link to the {type} have {size} characters together; discord takes {mostCharacters}':
    'il testo e il link al file ({type}) hanno insieme {size} caratteri; discord ne ammette {mostCharacters}',
  'makes embed {length} of the message; discord takes {most}':
    'porta a {length} gli embed del messaggio; discord ne ammette {most}',
  'the embeds have {size} characters together; discord takes {mostCharacters}':
    'gli embed hanno insieme {size} caratteri; discord ne ammette {mostCharacters}',
  "Create a webhook in the channel's settings and put its URL into the connection.":
    'Crea un webhook nelle impostazioni del canale e metti il suo URL nel collegamento.',
  'the Discord channel is gone': 'il canale Discord non esiste più',
  'the Discord webhook was deleted': 'il webhook di Discord è stato eliminato',
  'the Discord webhook has no access to its channel': 'il webhook di Discord non ha accesso al suo canale',
  'the Discord webhook may not write to its channel': 'il webhook di Discord non può scrivere nel suo canale',
  'the Discord webhook token is not valid': 'il token del webhook di Discord non è valido',
  'Discord finds the message too large': 'per Discord il messaggio è troppo grande',
  'Shorten the template or its embeds, and resend the message.':
    'Accorcia il modello o i suoi embed e invia di nuovo il messaggio.',
  'Discord finds the message empty': 'per Discord il messaggio è vuoto',
  'Give the template a text or an embed, and resend the message.':
    'Dai al modello un testo o un embed e invia di nuovo il messaggio.',
  'Discord refuses a part of the message': 'Discord rifiuta una parte del messaggio',
  'Correct the part of the template that the response names, and resend the message.':
    'Correggi la parte del modello che la risposta indica e invia di nuovo il messaggio.',
  'the Discord webhook belongs to a forum and needs a thread':
    'il webhook di Discord appartiene a un forum e richiede un thread',
  "Add ?thread_id=… to the webhook URL in the connection's settings.":
    'Aggiungi ?thread_id=… all’URL del webhook nelle impostazioni del collegamento.',
  'Discord blocks a link in the message as harmful': 'Discord blocca un link del messaggio come dannoso',
  'Remove the link from the template, and resend the message.':
    'Togli il link dal modello e invia di nuovo il messaggio.',
  'Discord knows no such webhook': 'Discord non conosce questo webhook',
  '{reason} from this host (its global limit)': '{reason} da questo host (il suo limite globale)',
  '{reason} in this channel (a limit that others share)': '{reason} in questo canale (un limite condiviso con altri)',
  '{reason} through this webhook': '{reason} da questo webhook',
  'must be the URL that Discord shows for a webhook, such as {example}':
    'deve essere l’URL che Discord mostra per un webhook, per esempio {example}',
  'must lead to discord.com, such as {example}; a gateway goes into api_base':
    'deve portare a discord.com, per esempio {example}; un gateway va in api_base',
  'must not contain "{taken}"; Discord keeps that name for itself':
    'non può contenere "{taken}"; Discord riserva questo nome a sé',
  'the webhook {value} exists': 'il webhook {value} esiste',
  "In Discord, open the channel's settings, Integrations, Webhooks; create one and copy its URL.":
    'In Discord, apri le impostazioni del canale, Integrazioni, Webhook; creane uno e copia il suo URL.',
  'Webhook URL': 'URL del webhook',
  "The channel's webhook URL; who has it can write there. ?thread_id=… writes to one of its threads.":
    'L’URL del webhook del canale; chi lo ha può scriverci. ?thread_id=… scrive in uno dei suoi thread.',
  Username: 'Nome utente',
  'Name shown as the sender.': 'Nome mostrato come mittente.',
  'Avatar URL': 'URL dell’avatar',
  'Picture shown as the sender.': 'Immagine mostrata come mittente.',
  "A gateway that takes Discord's requests: the webhook's path is asked there.":
    'Un gateway che accetta le richieste di Discord: riceve il percorso del webhook.',
  Webhook: 'Webhook',
}
