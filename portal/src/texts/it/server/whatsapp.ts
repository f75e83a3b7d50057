// Outcomes, checks and settings of WhatsApp, in Italian.

export const whatsapp: Record<string, string> = {
  'must be a number with its country code, such as +393331234567':
    'deve essere un numero con il prefisso internazionale, per esempio +393331234567',
  'the answer to the request for templates is not a list': 'la risposta alla richiesta dei modelli non è un elenco',
  'the list of templates does not end after {mostPages} pages':
    'l’elenco dei modelli non finisce dopo {mostPages} pagine',
  'is still in review by Meta': 'è ancora in revisione da parte di Meta',
  'was rejected by Meta, and the appeal is pending': 'è stato rifiutato da Meta e il ricorso è in corso',
  'was rejected by Meta': 'è stato rifiutato da Meta',
  'is paused by Meta for low quality': 'è sospeso da Meta per bassa qualità',
  'is disabled by Meta for low quality': 'è disattivato da Meta per bassa qualità',
  'is being deleted': 'è in corso di eliminazione',
  'is deleted': 'è stato eliminato',
  'exceeds the maximum number of templates of the account': 'supera il numero massimo di modelli dell’account',
  'is archived': 'è archiviato',
  'without waba_id, the list of approved templates is not read':
    'senza waba_id l’elenco dei modelli approvati non viene letto',
  'is not the id of a WhatsApp phone number': 'non è l’ID di un numero WhatsApp',
  'the webhooks of the number go to {url}': 'i webhook del numero vanno a {url}',
  'Meta has no callback URL for this number, so no statuses or replies arrive. Enter the inbound URL and the verify token in the app, under WhatsApp, Configuration':
    'Meta non ha un URL di callback per questo numero, quindi non arrivano né stati né risposte. Inserisci l’URL in entrata e il token di verifica nell’app, in WhatsApp, Configurazione',
  'a change without a readable phone_number_id': 'una modifica senza un phone_number_id leggibile',
  'the number {number}{value} can be used': 'il numero {number}{value} è utilizzabile',
  'the quality of the number is rated {quality}': 'la qualità del numero è valutata {quality}',
  'the list of approved templates can be read': 'l’elenco dei modelli approvati è leggibile',
  'statuses and replies go to the app {value}': 'stati e risposte vanno all’app {value}',
  'that is subscribed': 'iscritta',
  'no app is subscribed to this account, so no statuses or replies arrive. Send POST /{account}/subscribed_apps with the access token':
    'nessuna app è iscritta a questo account, quindi non arrivano stati né risposte. Invia POST /{account}/subscribed_apps con il token di accesso',
  'WhatsApp delays the message ({status}) while it reviews the template.':
    'WhatsApp ritarda il messaggio ({status}) durante la revisione del modello.',
  'Check the phone number with the recipient.': 'Controlla il numero di telefono con il destinatario.',
  'Check the quality of the number in WhatsApp Manager, and send only to people who expect your messages.':
    'Controlla la qualità del numero in WhatsApp Manager, e scrivi solo a chi aspetta i tuoi messaggi.',
  "In Meta's business settings, give the system user the permissions whatsapp_business_messaging and whatsapp_business_management. Then create a new token.":
    'Nelle impostazioni business di Meta dai all’utente di sistema i permessi whatsapp_business_messaging e whatsapp_business_management. Poi crea un nuovo token.',
  'Open WhatsApp Manager, which shows the problem of the account or number.':
    'Apri WhatsApp Manager, che mostra il problema dell’account o del numero.',
  'Compare the template with its approved version in WhatsApp Manager, and resend the message.':
    'Confronta il modello con la versione approvata in WhatsApp Manager e invia di nuovo il messaggio.',
  'Use another channel for this recipient.': 'Usa un altro canale per questo destinatario.',
  'the sending number': 'il numero mittente',
  'WhatsApp throttles the calls of this account': 'WhatsApp limita le chiamate di questo account',
  'WhatsApp throttles the messages per second of this number': 'WhatsApp limita i messaggi al secondo di questo numero',
  'WhatsApp throttles this number, because recipients blocked or reported too many messages':
    'WhatsApp limita questo numero, perché i destinatari hanno bloccato o segnalato troppi messaggi',
  'WhatsApp throttles the messages to this recipient': 'WhatsApp limita i messaggi a questo destinatario',
  'WhatsApp has an internal error': 'errore interno di WhatsApp',
  'WhatsApp is overloaded': 'WhatsApp è sovraccarico',
  'the sending number is in maintenance': 'il numero mittente è in manutenzione',
  "WhatsApp's registration server is not available": 'il server di registrazione di WhatsApp non è disponibile',
  'the account may not send messages to this country': 'l’account non può inviare messaggi in questo paese',
  'the account is locked': 'l’account è bloccato',
  "the number's display name is not approved": 'il nome visualizzato del numero non è approvato',
  'there is a problem with the payment method': 'c’è un problema con il metodo di pagamento',
  'the number has no valid certificate': 'il numero non ha un certificato valido',
  'the number is not registered with the Cloud API': 'il numero non è registrato nella Cloud API',
  'Register the number: send POST /<phone_number_id>/register with its two-step PIN.':
    'Registra il numero: invia POST /<phone_number_id>/register con il suo PIN a due passaggi.',
  'the recipient is the sending number itself': 'il destinatario è il numero mittente stesso',
  'the number cannot be reached on WhatsApp: it has no account, uses an old version of the app, or has not accepted the terms':
    'il numero non è raggiungibile su WhatsApp: non ha un account, usa una vecchia versione dell’app o non ha accettato i termini',
  'Ask the recipient to open and update WhatsApp, or check the number.':
    'Chiedi al destinatario di aprire e aggiornare WhatsApp, oppure controlla il numero.',
  "the number is not on the test account's list of permitted numbers":
    'il numero non è nell’elenco dei numeri consentiti dell’account di test',
  "Add the number in the app's WhatsApp settings, or send from your own number.":
    'Aggiungi il numero nelle impostazioni WhatsApp dell’app, oppure invia da un numero tuo.',
  'the 24-hour conversation window is closed': 'la finestra di conversazione di 24 ore è chiusa',
  'Resend the message with an approved template.': 'Invia di nuovo il messaggio con un modello approvato.',
  'WhatsApp did not deliver the message, because it limits marketing messages per person':
    'WhatsApp non ha consegnato il messaggio, perché limita i messaggi di marketing per persona',
  'Wait a day before you send it again, or use another channel.':
    'Aspetta un giorno prima di inviarlo di nuovo, oppure usa un altro canale.',
  'the recipient opted out of marketing messages from this business':
    'il destinatario si è disiscritto dai messaggi di marketing di questa azienda',
  'the recipient is part of a WhatsApp experiment': 'il destinatario partecipa a un esperimento di WhatsApp',
  'a parameter of the message is not valid': 'un parametro del messaggio non è valido',
  'a parameter of the message is missing': 'manca un parametro del messaggio',
  'a parameter of the message has a wrong value': 'un parametro del messaggio ha un valore sbagliato',
  'the kind of message is not supported': 'questo tipo di messaggio non è supportato',
  'the media could not be fetched': 'il file multimediale non è stato scaricato',
  'Put the media at a public URL, and resend the message.':
    'Rendi il file multimediale disponibile a un URL pubblico e invia di nuovo il messaggio.',
  'the media could not be used': 'il file multimediale non è utilizzabile',
  'Use JPEG or PNG up to 5 MB, MP4 up to 16 MB or a document up to 100 MB, with the correct content type. Then resend the message.':
    'Usa JPEG o PNG fino a 5 MB, MP4 fino a 16 MB o un documento fino a 100 MB, con il content type corretto. Poi invia di nuovo il messaggio.',
  'the template requires a different number of variables': 'il modello richiede un numero diverso di variabili',
  'the approved template does not exist in this language': 'il modello approvato non esiste in questa lingua',
  'Check the name and the language, and resend the message after the template is approved.':
    'Controlla il nome e la lingua e invia di nuovo il messaggio dopo l’approvazione del modello.',
  'the filled template is too long': 'il modello compilato è troppo lungo',
  'Shorten the variables, and resend the message.': 'Accorcia le variabili e invia di nuovo il messaggio.',
  'the template violates a policy of WhatsApp': 'il modello viola una norma di WhatsApp',
  'a variable of the template has the wrong format': 'una variabile del modello ha il formato sbagliato',
  'the template is paused for low quality': 'il modello è sospeso per bassa qualità',
  'Edit the template in WhatsApp Manager, or wait until its pause ends. Then resend the message.':
    'Modifica il modello in WhatsApp Manager, oppure aspetta la fine della sospensione. Poi invia di nuovo il messaggio.',
  'the template is disabled for low quality': 'il modello è disattivato per bassa qualità',
  'Create another template, and send it.': 'Crea un altro modello e invia quello.',
  "the template's flow is blocked": 'il flow del modello è bloccato',
  "the template's flow is throttled": 'il flow del modello è limitato',
  'WhatsApp could not use a parameter of the message': 'WhatsApp non ha potuto usare un parametro del messaggio',
  'is a part of an approved template; set "template" to the name of the approved template':
    'fa parte di un modello approvato; indica in "template" il nome del modello approvato',
  'is for free-form messages only; an approved template already defines its buttons':
    'vale solo per i messaggi liberi; un modello approvato definisce già i suoi pulsanti',
  'a webhook about {value}, not about a WhatsApp account': 'un webhook su {value}, non su un account WhatsApp',
  'a change of {value} without a value': 'un cambiamento di {value} senza valore',
  'an error of WhatsApp: {error}': 'un errore di WhatsApp: {error}',
  'a status {value} of message {value2}': 'uno stato {value} del messaggio {value2}',
  'without a name': 'senza nome',
  'without an id': 'senza ID',
  'a preference for marketing messages without person, time or value':
    'una preferenza sui messaggi di marketing senza persona, ora o valore',
  'WhatsApp could not deliver the message and gave no reason':
    'WhatsApp non ha potuto consegnare il messaggio e non ha indicato un motivo',
  'WhatsApp reports error {code}': 'WhatsApp segnala l’errore {code}',
  'a message of type {value} without id, time or sender': 'un messaggio di tipo {value} senza ID, ora o mittente',
  'without a code': 'senza codice',
  'with buttons': 'con pulsanti',
  'with a link button': 'con un pulsante link',
  'as a caption': 'come didascalia',
  'the text {variant}': 'il testo {variant}',
  'whatsapp permits at most {mediaButtons} buttons with media; the message has {length}':
    'whatsapp ammette al massimo {mediaButtons} pulsanti con un file multimediale; il messaggio ne ha {length}',
  'whatsapp permits a link button or buttons for actions, not both in one message':
    'whatsapp ammette un pulsante link oppure pulsanti per azioni, non entrambi nello stesso messaggio',
  'is empty; whatsapp does not permit empty variables': 'è vuoto; whatsapp non ammette variabili vuote',
  'the approved template {message}': 'il modello approvato {message}',
  'has no {type} header; whatsapp shows media only in the header':
    'non ha un’intestazione {type}; whatsapp mostra i file multimediali solo nell’intestazione',
  'shows no caption in its header; omit it': 'non mostra didascalie nell’intestazione; omettila',
  'has no variable in its header; omit it': 'non ha variabili nell’intestazione; omettila',
  'has a header of type {header}, so the message requires media of this type':
    'ha un’intestazione di tipo {header}, quindi il messaggio richiede un file di questo tipo',
  'has a header of type {header}, which is not supported': 'ha un’intestazione di tipo {header}, che non è supportata',
  'has a variable in its header; set it with "header": {"text": "…"}':
    'ha una variabile nell’intestazione; impostala con "header": {"text": "…"}',
  'requires 1 to {headerText} characters in its header; the message has {size}':
    'richiede da 1 a {headerText} caratteri nell’intestazione; il messaggio ne ha {size}',
  'button {value} of the approved template is not a link that ends in a variable':
    'il pulsante {value} del modello approvato non è un link che finisce con una variabile',
  'the approved template has {length}; the message has {count}':
    'il modello approvato ha {length}; il messaggio ha {count}',
  '{n} button for an action': '{n} pulsante per un’azione',
  '{n} buttons for actions': '{n} pulsanti per azioni',
  '{n} action': '{n} azione',
  '{n} actions': '{n} azioni',
  'button {value} of the approved template opens a link that ends in a variable; add an action for this button, or "buttons" in the template\'s whatsapp content':
    'il pulsante {value} del modello approvato apre un link che finisce con una variabile; aggiungi un’azione per questo pulsante, oppure "buttons" nel contenuto whatsapp del modello',
  "In Meta's developer console, add a WhatsApp Business number to an app. You need the number's ID, a permanent access token, the app's secret, and a verify token that you choose.":
    'Nella console per sviluppatori di Meta aggiungi un numero WhatsApp Business a un’app. Servono l’ID del numero, un token di accesso permanente, il segreto dell’app e un token di verifica a tua scelta.',
  'Phone number ID': 'ID del numero di telefono',
  'ID of the sending number, from the app dashboard. This is not the phone number.':
    'L’ID del numero mittente, nella dashboard dell’app. Non è il numero di telefono.',
  'ID of the WhatsApp Business account. Required to read the list of approved templates.':
    'L’ID dell’account WhatsApp Business. Serve per leggere l’elenco dei modelli approvati.',
  'Access token': 'Token di accesso',
  "A system user's token, which does not expire.": 'Il token di un utente di sistema, che non scade.',
  'App secret': 'Segreto dell’app',
  'The secret of the app, from App settings, Basic. Meta signs inbound webhooks with it.':
    'Il segreto dell’app, da App settings, Basic. Meta lo usa per firmare i webhook in entrata.',
  'In the dashboard of the app, open WhatsApp, Configuration. Enter this URL as the callback URL, and the verify token of this connection. Meta calls the URL at once.':
    'Nella dashboard dell’app apri WhatsApp, Configuration. Inserisci questo URL come URL di callback e il token di verifica di questo collegamento. Meta chiama subito l’URL.',
  'Verify token': 'Token di verifica',
  'A secret that you choose. Meta sends it when it registers the webhook URL.':
    'Un segreto a tua scelta. Meta lo invia quando registra l’URL del webhook.',
  'Answer taps': 'Rispondi ai pulsanti',
  'Whether a recipient who presses a button gets the result as a reply in the chat: done, already done, or too late.':
    'Se il destinatario che preme un pulsante riceve l’esito come risposta nella chat: fatto, già fatto o scaduto.',
  'Graph version': 'Versione Graph',
  'Version of the Graph API.': 'Versione della Graph API.',
  'API base': 'Base dell’API',
  'The URL of a gateway that receives the requests to the Graph API.':
    'L’URL di un gateway che riceve le richieste dirette alla Graph API.',
  'Cloud API': 'Cloud API',
}
