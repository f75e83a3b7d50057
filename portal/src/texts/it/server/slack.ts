// Outcomes, checks and settings of Slack, in Italian.

export const slack: Record<string, string> = {
  'is required if webhook_url is missing': 'è obbligatorio se manca webhook_url',
  'is required with bot_token': 'è obbligatorio con bot_token',
  'cannot be set together with bot_token; remove one of them':
    'non si può impostare insieme a bot_token; rimuovi uno dei due',
  'requires bot_token, because a webhook has a fixed channel':
    'richiede bot_token, perché un webhook ha un canale fisso',
  'must be the URL that Slack shows, such as https://hooks.slack.com/services/T000/B000/XXXX':
    'deve essere l’URL che mostra Slack, per esempio https://hooks.slack.com/services/T000/B000/XXXX',
  'must be a URL of hooks.slack.com. Put the URL of a gateway into api_base':
    'deve essere un URL di hooks.slack.com; inserisci l’URL di un gateway in api_base',
  'the incoming webhook exists': 'l’incoming webhook esiste',
  'the token lacks the scope chat:write; it has {scopes}': 'al token manca lo scope chat:write; ha {scopes}',
  'the token belongs to {user} in {team}': 'il token appartiene a {user} in {team}',
  'have {size} characters together; slack takes {characters}':
    'hanno insieme {size} caratteri; slack ne ammette {characters}',
  'is {type}; the permitted types are {blocks}, because interactive blocks are not supported':
    'è {type}; i tipi ammessi sono {blocks}, perché i blocchi interattivi non sono supportati',
  'requires a text or fields': 'richiede un testo o fields',
  "the stored recipient's slack_channel or the source's Slack connection":
    'slack_channel del destinatario salvato, oppure il collegamento Slack della sorgente',
  "the source's Slack connection is a webhook, which writes to one channel only; connect a bot token to reach {slack_channel}":
    'il collegamento Slack della sorgente è un webhook, che scrive in un solo canale; collega un token del bot per raggiungere {slack_channel}',
  'a channel belongs to one Slack workspace, so another connection reaches other people':
    'un canale appartiene a un solo workspace Slack: un altro collegamento raggiunge altre persone',
  'has {length}, and media and actions make {value} more; slack takes {blocks}':
    'ha {length}, e media e azioni ne aggiungono {value}; slack ne ammette {blocks}',
  '{n} block': '{n} blocco',
  '{n} blocks': '{n} blocchi',
  'the text (with its links, and & < > as entities)': 'il testo (con i suoi link, e & < > come entità)',
  'Correct the template, and resend the message.': 'Correggi il modello e invia di nuovo il messaggio.',
  'Invite the app to the Slack channel, or use another Slack channel.':
    'Invita l’app nel canale Slack, oppure usa un altro canale Slack.',
  'Use another Slack channel.': 'Usa un altro canale Slack.',
  "Put a current bot token from the app's page into the connection.":
    'Inserisci nel collegamento il token del bot attuale, che trovi nella pagina dell’app.',
  'Give the app the scope chat:write, install it again and put the new token into the connection.':
    'Dai all’app lo scope chat:write, installala di nuovo e inserisci il nuovo token nel collegamento.',
  "Ask the workspace's administrators to permit the app to post.":
    'Chiedi agli amministratori del workspace di consentire all’app di scrivere.',
  "Create an incoming webhook on the app's page and put its URL into the connection.":
    'Crea un incoming webhook sulla pagina dell’app e inserisci il suo URL nel collegamento.',
  'Report this response as a bug in Carillon.': 'Segnala questa risposta come bug di Carillon.',
  'Slack does not accept the format of the request': 'Slack non accetta il formato della richiesta',
  'the Slack workspace restricts this app': 'il workspace Slack limita questa app',
  'this Slack channel does not accept this kind of message': 'questo canale Slack non accetta questo tipo di messaggio',
  'Slack is not available at the moment': 'al momento Slack non è disponibile',
  'Slack has an internal error': 'errore interno di Slack',
  'Slack did not receive the whole request': 'Slack non ha ricevuto l’intera richiesta',
  'the Slack workspace is moving to an Enterprise organization':
    'il workspace Slack sta passando a un’organizzazione Enterprise',
  'Slack has a temporary problem': 'Slack ha un problema temporaneo',
  'the Slack channel does not exist, or the app has no access to it':
    'il canale Slack non esiste, oppure l’app non vi ha accesso',
  'the app is not in the Slack channel': 'l’app non è nel canale Slack',
  'the Slack channel is archived': 'il canale Slack è archiviato',
  'the Slack user does not exist': 'l’utente Slack non esiste',
  'users cannot receive direct messages from this app':
    'gli utenti non possono ricevere messaggi diretti da questa app',
  "Enable the Messages Tab in the app's App Home.": 'Attiva Messages Tab in App Home dell’app.',
  'the app may not post in this Slack channel': 'l’app non può scrivere in questo canale Slack',
  'the Slack channel is read-only': 'il canale Slack è in sola lettura',
  'Slack does not accept the bot token': 'Slack non accetta il token del bot',
  'the request to Slack has no token': 'la richiesta a Slack non ha un token',
  'the bot token has expired': 'il token del bot è scaduto',
  'the bot token was revoked': 'il token del bot è stato revocato',
  "the bot token's account was deleted": 'l’account del token del bot è stato eliminato',
  'this kind of token may not post': 'questo tipo di token non può pubblicare',
  'the bot token lacks the scope chat:write': 'al token del bot manca lo scope chat:write',
  'the bot token lacks a permission': 'al token del bot manca un permesso',
  'the Slack workspace is being migrated and accepts no messages until the migration ends':
    'il workspace Slack è in migrazione e non accetta messaggi fino alla fine',
  'Resume the connection after the migration.': 'Riattiva il collegamento dopo la migrazione.',
  'the token of an organization requires a channel id': 'il token di un’organizzazione richiede l’ID di un canale',
  'Enter the channel as an id, such as C0123456789.': 'Indica il canale con il suo ID, per esempio C0123456789.',
  'Slack no longer supports this request': 'Slack non supporta più questa richiesta',
  "the server at the connection's api_base is not Slack's API":
    'il server in api_base del collegamento non è l’API di Slack',
  'Correct api_base, or remove it.': 'Correggi api_base, oppure rimuovilo.',
  'the incoming webhook was disabled or removed': 'l’incoming webhook è stato disattivato o rimosso',
  'the incoming webhook does not exist': 'l’incoming webhook non esiste',
  "the incoming webhook's workspace was deleted": 'il workspace dell’incoming webhook è stato eliminato',
  'the text is too long for Slack': 'il testo è troppo lungo per Slack',
  'the blocks are too long for Slack': 'i blocchi sono troppo lunghi per Slack',
  'Slack refused a block, or could not fetch the image of a block':
    'Slack ha rifiutato un blocco, oppure non ha potuto scaricare l’immagine di un blocco',
  'the blocks are not in the format of Slack': 'i blocchi non sono nel formato di Slack',
  'Slack refused the empty message': 'Slack ha rifiutato il messaggio vuoto',
  'the message has too many attachments for Slack': 'il messaggio ha troppi allegati per Slack',
  'the attachments are too large for Slack': 'gli allegati sono troppo grandi per Slack',
  'the message has too many contact cards for Slack': 'il messaggio ha troppe schede contatto per Slack',
  "{final} The channel is in the connection's settings.": '{final} Il canale è nelle impostazioni del collegamento.',
  'Enter either the incoming webhook of a channel, or the bot token of a Slack app and the channel to which the app posts.':
    'Inserisci l’incoming webhook di un canale, oppure il token del bot di un’app Slack e il canale in cui l’app scrive.',
  'The URL of an incoming webhook. The URL is a secret, because everyone who has it can write to the channel. Set either webhook_url or bot_token.':
    'L’URL di un incoming webhook. È un segreto: chiunque lo abbia può scrivere nel canale. Inserisci questo URL oppure il token del bot.',
  "The bot's token (xoxb-…), from OAuth & Permissions, with the scope chat:write.":
    'Il token del bot (xoxb-…), da OAuth & Permissions, con lo scope chat:write.',
  Channel: 'Canale',
  'The channel of the bot for recipients without a slack_channel: an ID (C0123…) or #name.':
    'Il canale del bot per i destinatari senza ID Slack: un ID (C0123…) o #nome.',
  'The URL of a gateway that receives the requests to Slack. It replaces https://slack.com/api, or the host of the webhook.':
    'L’URL di un gateway che riceve le richieste dirette a Slack. Sostituisce https://slack.com/api, oppure l’host del webhook.',
  'Slack app': 'App Slack',
}
