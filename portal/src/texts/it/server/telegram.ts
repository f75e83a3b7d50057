// Outcomes, checks and settings of Telegram, in Italian.

export const telegram: Record<string, string> = {
  'The chat begun with the bot.': 'La chat iniziata con il bot.',
  ', because {place}. Set mode to polling to be reached without one':
    ', perché {place}. Imposta mode su polling per ricevere senza un indirizzo pubblico',
  'replies and taps do not come back{why}': 'risposte e pulsanti premuti non arrivano{why}',
  'this service asks Telegram for replies and taps': 'questo servizio chiede a Telegram risposte e pulsanti premuti',
  'Set PUBLIC_URL to an https address that the internet reaches, or set mode to polling':
    'Imposta PUBLIC_URL su un indirizzo https raggiungibile da internet, oppure imposta mode su polling',
  "Telegram can't call this service: {why}. {remedy}": 'Telegram non può chiamare questo servizio: {why}. {remedy}',
  'Telegram sends replies and taps to {url}': 'Telegram invia risposte e pulsanti premuti a {url}',
  'the last time it tried, it failed: {trouble}': 'l’ultimo tentativo non è riuscito: {trouble}',
  'Telegram answered what is no list of updates':
    'Telegram ha risposto con qualcosa che non è un elenco di aggiornamenti',
  'PUBLIC_URL ({origin}) is no https address': 'PUBLIC_URL ({origin}) non è un indirizzo https',
  'PUBLIC_URL ({origin}) has a port other than 443, 80, 88 and 8443':
    'PUBLIC_URL ({origin}) ha una porta diversa da 443, 80, 88 e 8443',
  'Telegram could not be asked: {reason}': 'la richiesta a Telegram non è riuscita: {reason}',
  'it answered {status}': 'ha risposto {status}',
  'the bot token is not valid; put the token BotFather shows into the connection':
    'il token del bot non è valido; metti nel collegamento il token che mostra BotFather',
  'the bot has a webhook, so it can not be asked for updates; check the connection to take the webhook away':
    'il bot ha un webhook, quindi non si possono chiedere i suoi aggiornamenti; verifica il collegamento per togliere il webhook',
  'another program, or another connection, asks for the updates of this bot; stop it, or give each a bot of its own':
    'un altro programma, o un altro collegamento, chiede gli aggiornamenti di questo bot; fermalo, oppure dai a ciascuno un bot proprio',
  'Telegram refused: {bot_token}': 'Telegram ha rifiutato: {bot_token}',
  'the caption': 'la didascalia',
  'a chat belongs to one bot: another bot cannot write to it':
    'una chat appartiene a un solo bot: un altro bot non può scriverci',
  'Ask the recipient to start the bot again, or remove the chat id.':
    'Chiedi al destinatario di avviare di nuovo il bot, oppure rimuovi l’id della chat.',
  'Correct the template or the media, and resend the message.':
    'Correggi il modello o i media e invia di nuovo il messaggio.',
  'the recipient blocked the bot': 'il destinatario ha bloccato il bot',
  "the recipient's Telegram account is gone": 'l’account Telegram del destinatario non esiste più',
  'the recipient never started the bot': 'il destinatario non ha mai avviato il bot',
  'the bot was removed from the chat': 'il bot è stato rimosso dalla chat',
  'there is no such chat': 'la chat non esiste',
  'the group moved, and its new chat id, which stands in the response, does not work either':
    'il gruppo è stato spostato, e non funziona nemmeno il nuovo id della chat, che è nella risposta',
  'the bot may not write this into the chat': 'il bot non può scrivere questo messaggio nella chat',
  "Ask the group's administrators to let the bot post, and resend the message.":
    'Chiedi agli amministratori del gruppo di lasciar scrivere il bot e invia di nuovo il messaggio.',
  'Telegram could not use the media': 'Telegram non ha potuto usare il file multimediale',
  'Put a file of the right type at a URL that the internet reaches: photos up to 5 MB, others up to 20 MB. Then resend the message.':
    'Metti un file del tipo giusto a un URL raggiungibile da internet: foto fino a 5 MB, altri file fino a 20 MB. Poi invia di nuovo il messaggio.',
  'Telegram finds the media too large': 'per Telegram il file multimediale è troppo grande',
  'Photos may have 5 MB, other files 20 MB. Put larger files behind a link, and resend the message.':
    'Le foto possono avere 5 MB, gli altri file 20 MB. Metti i file più grandi dietro un link e invia di nuovo il messaggio.',
  'Telegram refuses a part of the message': 'Telegram rifiuta una parte del messaggio',
  'the bot token is not valid': 'il token del bot non è valido',
  'Put the token BotFather shows into the connection.': 'Metti nel collegamento il token che mostra BotFather.',
  'another program uses this bot': 'un altro programma usa questo bot',
  'Stop the other program, or give it a bot of its own.': 'Ferma l’altro programma, oppure dagli un bot proprio.',
  'a body that is no update': 'un corpo che non è un aggiornamento',
  'an update: {message}': 'un aggiornamento: {message}',
  "the token is @{username}'s": 'il token è di @{username}',
  'Talk to @BotFather in Telegram, send /newbot, and paste the token it answers with.':
    'Scrivi a @BotFather su Telegram, invia /newbot e incolla il token della risposta.',
  'Bot token': 'Token del bot',
  'The token BotFather gave.': 'Il token dato da BotFather.',
  Mode: 'Modalità',
  'How replies and taps come back: Telegram calls this service (webhook), this service asks Telegram (polling), or not at all (off). Unset: webhook where PUBLIC_URL is an https address.':
    'Come arrivano risposte e pulsanti premuti: Telegram chiama questo servizio (webhook), questo servizio chiede a Telegram (polling), oppure non arrivano (off). Se vuoto: webhook, quando PUBLIC_URL è un indirizzo https.',
  'Another server that speaks the Bot API.': 'Un altro server che parla la Bot API.',
  'Bot API': 'Bot API',
}
