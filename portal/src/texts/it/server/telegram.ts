// Outcomes, checks and settings of Telegram, in Italian.

export const telegram: Record<string, string> = {
  ', because {place}. Set mode to polling, which needs no webhook':
    ', perché {place}. Imposta mode su polling, che non richiede un webhook',
  'replies and button presses are not received{why}': 'risposte e pulsanti premuti non arrivano{why}',
  'Carillon polls Telegram for replies and button presses':
    'Carillon chiede a Telegram risposte e pulsanti premuti (polling)',
  'Set PUBLIC_URL to a public https URL, or set mode to polling':
    'Imposta PUBLIC_URL su un URL https pubblico, oppure imposta mode su polling',
  'Telegram cannot call this service: {why}. {remedy}': 'Telegram non può chiamare questo servizio: {why}. {remedy}',
  'Telegram sends replies and button presses to {url}': 'Telegram invia risposte e pulsanti premuti a {url}',
  "Telegram's last call failed: {lastError}": 'l’ultima chiamata di Telegram non è riuscita: {lastError}',
  'the answer of Telegram is not a list of updates': 'la risposta di Telegram non è un elenco di aggiornamenti',
  'PUBLIC_URL ({origin}) is not an https URL': 'PUBLIC_URL ({origin}) non è un URL https',
  'PUBLIC_URL ({origin}) has a port other than 443, 80, 88 and 8443':
    'PUBLIC_URL ({origin}) ha una porta diversa da 443, 80, 88 e 8443',
  'Telegram could not be reached: {reason}': 'Telegram non è raggiungibile: {reason}',
  'it answered {status}': 'ha risposto {status}',
  'the bot token is not valid; put the token from BotFather into the connection':
    'il token del bot non è valido; inserisci nel collegamento il token di BotFather',
  'the bot has a webhook, so it cannot be polled; check the connection to remove the webhook':
    'il bot ha un webhook, quindi il polling non è possibile; verifica il collegamento per rimuovere il webhook',
  'another program or connection polls this bot; stop it, or use a separate bot for each of them':
    'un altro programma o collegamento usa il polling di questo bot; fermalo, oppure usa un bot diverso per ciascuno',
  'Telegram refused: {bot_token}': 'Telegram ha rifiutato: {bot_token}',
  'the caption': 'la didascalia',
  'a chat belongs to one bot, so another bot cannot write to it':
    'una chat appartiene a un solo bot: un altro bot non può scriverci',
  'Ask the recipient to start the bot again, or remove the chat ID.':
    'Chiedi al destinatario di avviare di nuovo il bot, oppure rimuovi l’ID della chat.',
  'Correct the template or the media, and resend the message.':
    'Correggi il modello o i media e invia di nuovo il messaggio.',
  'the recipient blocked the bot': 'il destinatario ha bloccato il bot',
  "the recipient's Telegram account was deleted": 'l’account Telegram del destinatario è stato eliminato',
  'the recipient never started the bot': 'il destinatario non ha mai avviato il bot',
  'the bot was removed from the chat': 'il bot è stato rimosso dalla chat',
  'the chat does not exist': 'la chat non esiste',
  'the group moved, and its new chat id (see the response) does not work either':
    'il gruppo è stato spostato e non funziona nemmeno il nuovo ID della chat, indicato nella risposta',
  'the bot may not send this message to the chat': 'il bot non può inviare questo messaggio nella chat',
  "Ask the group's administrators to permit the bot to post, and resend the message.":
    'Chiedi agli amministratori del gruppo di consentire al bot di scrivere e invia di nuovo il messaggio.',
  'Telegram could not use the media': 'Telegram non ha potuto usare il file multimediale',
  'Put a file of a supported type at a public URL: photos up to 5 MB, other files up to 20 MB. Then resend the message.':
    'Usa un file di un tipo supportato a un URL pubblico: foto fino a 5 MB, altri file fino a 20 MB. Poi invia di nuovo il messaggio.',
  'the media is too large for Telegram': 'il file multimediale è troppo grande per Telegram',
  'Photos may have up to 5 MB, other files up to 20 MB. Link to larger files instead, and resend the message.':
    'Le foto possono avere fino a 5 MB, gli altri file fino a 20 MB. Per i file più grandi usa un link e invia di nuovo il messaggio.',
  'Telegram refused a part of the message': 'Telegram ha rifiutato una parte del messaggio',
  'the bot token is not valid': 'il token del bot non è valido',
  'Put the token from BotFather into the connection.': 'Inserisci nel collegamento il token di BotFather.',
  'another program uses this bot': 'un altro programma usa questo bot',
  'Stop the other program, or use a separate bot for each program.':
    'Ferma l’altro programma, oppure usa un bot diverso per ciascun programma.',
  'a body that is not an update': 'un corpo che non è un aggiornamento',
  'an update: {message}': 'un aggiornamento: {message}',
  'the token belongs to @{username}': 'il token appartiene a @{username}',
  'In Telegram, send /newbot to @BotFather. Paste the token from its answer.':
    'Su Telegram invia /newbot a @BotFather. Incolla il token della risposta.',
  'Bot token': 'Token del bot',
  'The token from BotFather.': 'Il token ricevuto da BotFather.',
  Mode: 'Modalità',
  'How replies and button presses are received. "webhook": Telegram calls this service. "polling": this service polls Telegram. "off": they are not received. Default: "webhook" if Telegram can call PUBLIC_URL, otherwise "off".':
    'Come arrivano risposte e pulsanti premuti. "webhook": Telegram chiama questo servizio. "polling": il servizio interroga Telegram. "off": non arrivano. Valore predefinito: "webhook" se Telegram può chiamare PUBLIC_URL, altrimenti "off".',
  'The URL of another server that offers the Bot API.': 'L’URL di un altro server che offre la Bot API.',
  'Bot API': 'Bot API',
}
