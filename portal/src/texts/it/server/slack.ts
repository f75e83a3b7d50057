// Outcomes, checks and settings of Slack, in Italian.

export const slack: Record<string, string> = {
  'A Slack channel or member.': 'Un canale o un membro di Slack.',
  'is required, or else webhook_url': 'è obbligatorio, oppure webhook_url',
  'is required with bot_token': 'è obbligatorio con bot_token',
  'stands beside bot_token; a connection has one of them': 'si esclude con bot_token; un collegamento ha uno dei due',
  "goes with bot_token; a webhook's channel was chosen when it was made":
    'vale con bot_token; il canale di un webhook è stato scelto alla sua creazione',
  'must be the URL that Slack shows, such as https://hooks.slack.com/services/T000/B000/XXXX':
    'deve essere l’URL che mostra Slack, per esempio https://hooks.slack.com/services/T000/B000/XXXX',
  'must lead to hooks.slack.com; a gateway goes into api_base':
    'deve portare a hooks.slack.com; un gateway va in api_base',
  'the incoming webhook exists': 'l’incoming webhook esiste',
  'the token lacks the scope chat:write; it has {scopes}': 'al token manca lo scope chat:write; ha {scopes}',
  "the token is {user}'s, in {team}": 'il token è di {user}, in {team}',
  'have {size} characters together; slack takes {characters}':
    'hanno insieme {size} caratteri; slack ne ammette {characters}',
  'is {type}; there are {blocks}, and nothing answers an interactive one':
    'è {type}; ci sono {blocks}, e nessuno risponde a un blocco interattivo',
  'needs a text or fields': 'richiede un testo o fields',
  "the stored recipient's slack_channel or the source's Slack connection":
    'slack_channel del destinatario salvato, oppure il collegamento Slack della sorgente',
  "the source's Slack connection is a webhook, which writes to its own channel alone; connect a bot token to reach {slack_channel}":
    'il collegamento Slack della sorgente è un webhook, che scrive solo nel suo canale; collega un token bot per raggiungere {slack_channel}',
  'a channel belongs to one workspace of Slack: another connection reaches other people':
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
  "Put a current bot token, from the app's page, into the connection.":
    'Metti nel collegamento un token bot attuale, dalla pagina dell’app.',
  'Give the app the scope chat:write, install it again and put the new token into the connection.':
    'Dai all’app lo scope chat:write, installala di nuovo e metti il nuovo token nel collegamento.',
  "Ask the workspace's administrators to let the app post.":
    'Chiedi agli amministratori del workspace di lasciar scrivere l’app.',
  "Create an incoming webhook on the app's page and put its URL into the connection.":
    'Crea un incoming webhook sulla pagina dell’app e metti il suo URL nel collegamento.',
  'Report this response as a defect: the fault is in this service.':
    'Segnala questa risposta come difetto: l’errore è in questo servizio.',
  'Slack does not accept the form of the request': 'Slack non accetta la forma della richiesta',
  'the Slack workspace restricts this app': 'il workspace Slack limita questa app',
  'this Slack channel takes no such message': 'questo canale Slack non accetta un messaggio così',
  'Slack is not available just now': 'Slack non è disponibile in questo momento',
  'Slack has a problem of its own': 'Slack ha un problema interno',
  'the request did not reach Slack whole': 'la richiesta non è arrivata intera a Slack',
  'the Slack workspace is moving to an Enterprise organization':
    'il workspace Slack sta passando a un’organizzazione Enterprise',
  'Slack could not post it just now': 'Slack non ha potuto pubblicarlo in questo momento',
  'there is no such Slack channel, or the app does not see it': 'il canale Slack non esiste, oppure l’app non lo vede',
  'the app is not in the Slack channel': 'l’app non è nel canale Slack',
  'the Slack channel is archived': 'il canale Slack è archiviato',
  'there is no such Slack user': 'l’utente Slack non esiste',
  'people cannot get direct messages from this app': 'le persone non possono ricevere messaggi diretti da questa app',
  "Turn on Messages Tab under the app's App Home.": 'Attiva Messages Tab in App Home dell’app.',
  'the app may not post in this Slack channel': 'l’app non può scrivere in questo canale Slack',
  'the Slack channel is read-only': 'il canale Slack è in sola lettura',
  'Slack does not accept the bot token': 'Slack non accetta il token bot',
  'Slack was given no token': 'Slack non ha ricevuto nessun token',
  'the bot token has expired': 'il token bot è scaduto',
  'the bot token was revoked': 'il token bot è stato revocato',
  "the bot token's account is gone": 'l’account del token bot non esiste più',
  'this kind of token may not post': 'questo tipo di token non può pubblicare',
  'the bot token lacks the scope chat:write': 'al token bot manca lo scope chat:write',
  'the bot token lacks a permission': 'al token bot manca un permesso',
  'the Slack workspace is being migrated and takes nothing until that is over':
    'il workspace Slack è in migrazione e fino alla fine non accetta niente',
  'Resume the connection when the migration is over.': 'Riattiva il collegamento quando la migrazione è finita.',
  'the token of an organization needs the id of a channel': 'il token di un’organizzazione richiede l’id di un canale',
  'Write the channel as an id, such as C0123456789.': 'Scrivi il canale come id, per esempio C0123456789.',
  'Slack does not serve this request any more': 'Slack non offre più questa richiesta',
  "what answers at the connection's api_base is not Slack's API":
    'all’api_base del collegamento non risponde l’API di Slack',
  'Mend api_base, or leave it out.': 'Correggi api_base, oppure toglilo.',
  'the incoming webhook was disabled or removed': 'l’incoming webhook è stato disattivato o rimosso',
  'the incoming webhook does not exist': 'l’incoming webhook non esiste',
  "the incoming webhook's workspace is gone": 'il workspace dell’incoming webhook non esiste più',
  'Slack finds the text too long': 'per Slack il testo è troppo lungo',
  'Slack finds the blocks too long': 'per Slack i blocchi sono troppo lunghi',
  'Slack refuses a block, or could not fetch an image of one':
    'Slack rifiuta un blocco, oppure non ha potuto scaricarne un’immagine',
  'Slack does not understand the blocks': 'Slack non capisce i blocchi',
  'Slack finds the message empty': 'per Slack il messaggio è vuoto',
  'Slack finds too many attachments': 'per Slack gli allegati sono troppi',
  'Slack finds the attachments too large': 'per Slack gli allegati sono troppo grandi',
  'Slack finds too many contact cards': 'per Slack i biglietti da visita sono troppi',
  "{final} The connection's settings name the channel.": '{final} Le impostazioni del collegamento indicano il canale.',
  'An incoming webhook of one channel, or, for replies and buttons, the bot token of a Slack app and the channel it posts to.':
    'Un incoming webhook di un canale oppure, per risposte e pulsanti, il token bot di un’app Slack e il canale in cui scrive.',
  'An incoming webhook; who has it can write to its channel. Or else bot_token.':
    'Un incoming webhook; chi lo ha può scrivere nel suo canale. In alternativa, bot_token.',
  "The bot's token (xoxb-…), with the scope chat:write.": 'Il token del bot (xoxb-…), con lo scope chat:write.',
  Channel: 'Canale',
  'Where the bot writes to when the recipient has no channel of their own: an id (C0123…) or #name.':
    'Dove scrive il bot quando il destinatario non ha un canale proprio: un id (C0123…) o #name.',
  "A gateway that takes Slack's requests, in place of https://slack.com/api or the webhook's host.":
    'Un gateway che accetta le richieste di Slack, al posto di https://slack.com/api o dell’host del webhook.',
  'Slack app': 'App Slack',
}
