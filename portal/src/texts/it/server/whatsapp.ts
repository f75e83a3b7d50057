// Outcomes, checks and settings of WhatsApp, in Italian.

export const whatsapp: Record<string, string> = {
  'must be a number with its country, such as +393331234567':
    'deve essere un numero con il prefisso del paese, per esempio +393331234567',
  'WhatsApp number with its country.': 'Numero WhatsApp con il prefisso del paese.',
  'the answer to the question for templates is no list': 'la risposta alla richiesta dei modelli non è un elenco',
  'the list of templates does not end after {mostPages} pages':
    'l’elenco dei modelli non finisce dopo {mostPages} pagine',
  'is still being reviewed by Meta': 'è ancora in revisione da parte di Meta',
  'was rejected by Meta, and the appeal is not decided': 'è stato rifiutato da Meta, e il ricorso non è ancora deciso',
  'was rejected by Meta': 'è stato rifiutato da Meta',
  'is paused by Meta for low quality': 'è sospeso da Meta per bassa qualità',
  'is disabled by Meta for low quality': 'è disattivato da Meta per bassa qualità',
  'is being deleted': 'è in corso di eliminazione',
  'is deleted': 'è eliminato',
  'is over the number of templates of the account': 'supera il numero di modelli dell’account',
  'is archived': 'è archiviato',
  'a conversation belongs to one number: another number cannot answer in it':
    'una conversazione appartiene a un solo numero: un altro numero non può rispondere',
  'without waba_id the list of approved templates is not read':
    'senza waba_id l’elenco dei modelli approvati non viene letto',
  'names something that is no phone number of WhatsApp': 'non indica un numero di telefono di WhatsApp',
  'the number {number}{value} can be used': 'il numero {number}{value} si può usare',
  'its quality is rated {quality}': 'la sua qualità è valutata {quality}',
  'the list of approved templates can be read': 'l’elenco dei modelli approvati è leggibile',
  'statuses and replies go to the app {value}': 'stati e risposte vanno all’app {value}',
  'that is subscribed': 'iscritta',
  'no app is subscribed to this account, so no status and no reply arrives: POST /{account}/subscribed_apps with the access token':
    'nessuna app è iscritta a questo account, quindi non arrivano stati né risposte: POST /{account}/subscribed_apps con il token di accesso',
  'WhatsApp holds the message back for now ({status}): the template is being assessed.':
    'Per ora WhatsApp trattiene il messaggio ({status}): il modello è in valutazione.',
  'Check the phone number with the recipient.': 'Controlla il numero di telefono con il destinatario.',
  'Check the quality of the number in WhatsApp Manager, and send only to people who expect your messages.':
    'Controlla la qualità del numero in WhatsApp Manager, e scrivi solo a chi aspetta i tuoi messaggi.',
  "Give the system user whatsapp_business_messaging and whatsapp_business_management in Meta's business settings, and make a new token.":
    'Dai all’utente di sistema whatsapp_business_messaging e whatsapp_business_management nelle impostazioni business di Meta, e crea un nuovo token.',
  'Open WhatsApp Manager: the account or number needs attention there.':
    'Apri WhatsApp Manager: c’è qualcosa da sistemare per l’account o il numero.',
  'Compare the template with its approved version in WhatsApp Manager, and resend the message.':
    'Confronta il modello con la versione approvata in WhatsApp Manager e invia di nuovo il messaggio.',
  'Use another channel for this recipient.': 'Usa un altro canale per questo destinatario.',
  'the sending number': 'il numero mittente',
  'WhatsApp wants fewer calls of this account': 'WhatsApp chiede meno chiamate da questo account',
  'WhatsApp wants fewer messages a second of this number': 'WhatsApp chiede meno messaggi al secondo da questo numero',
  'WhatsApp wants fewer messages of this number: too many were blocked or reported':
    'WhatsApp chiede meno messaggi da questo numero: troppi sono stati bloccati o segnalati',
  'WhatsApp wants fewer messages to this recipient at a time':
    'WhatsApp chiede meno messaggi alla volta a questo destinatario',
  'WhatsApp has a problem of its own': 'WhatsApp ha un problema interno',
  'WhatsApp is overloaded': 'WhatsApp è sovraccarico',
  'the sending number is in maintenance': 'il numero mittente è in manutenzione',
  "WhatsApp's registration server is not available": 'il server di registrazione di WhatsApp non è disponibile',
  'the account may not message people in this country': 'l’account non può scrivere a persone in questo paese',
  'the account is locked': 'l’account è bloccato',
  "the number's display name is not approved": 'il nome visualizzato del numero non è approvato',
  'there is a problem with the payment method': 'c’è un problema con il metodo di pagamento',
  'the number has no valid certificate': 'il numero non ha un certificato valido',
  'the number is not registered with the Cloud API': 'il numero non è registrato nella Cloud API',
  'Register it: POST /<phone_number_id>/register with its two-step PIN.':
    'Registralo: POST /<phone_number_id>/register con il suo PIN a due passaggi.',
  'the recipient is the sending number itself': 'il destinatario è il numero mittente stesso',
  "the number can't be reached on WhatsApp: it has no account, an old app, or has not accepted the terms":
    'il numero non è raggiungibile su WhatsApp: non ha un account, ha un’app vecchia o non ha accettato i termini',
  'Ask the recipient to open and update WhatsApp, or check the number.':
    'Chiedi al destinatario di aprire e aggiornare WhatsApp, oppure controlla il numero.',
  "the number is not on the test account's list": 'il numero non è nell’elenco dell’account di prova',
  "Add it in the app's WhatsApp settings, or use a number of your own to send.":
    'Aggiungilo nelle impostazioni WhatsApp dell’app, oppure invia da un numero tuo.',
  'the 24-hour conversation is over': 'la conversazione di 24 ore è finita',
  'Resend the message with an approved template.': 'Invia di nuovo il messaggio con un modello approvato.',
  'WhatsApp chose not to deliver it, to keep people from too many marketing messages':
    'WhatsApp ha scelto di non consegnarlo, per limitare i messaggi di marketing',
  'Wait a day before you send it again, or use another channel.':
    'Aspetta un giorno prima di inviarlo di nuovo, oppure usa un altro canale.',
  'the recipient stopped marketing messages from this business':
    'il destinatario ha bloccato i messaggi di marketing di questa azienda',
  'the recipient is part of a WhatsApp experiment': 'il destinatario partecipa a un esperimento di WhatsApp',
  'a parameter of the message is wrong': 'un parametro del messaggio è sbagliato',
  'a parameter of the message is missing': 'manca un parametro del messaggio',
  'a parameter of the message has a wrong value': 'un parametro del messaggio ha un valore sbagliato',
  'the kind of message is not supported': 'questo tipo di messaggio non è supportato',
  'the media could not be fetched': 'il file multimediale non è stato scaricato',
  'Put the media at a URL that the internet reaches, and resend the message.':
    'Metti il file multimediale a un URL raggiungibile da internet e invia di nuovo il messaggio.',
  'the media could not be used': 'il file multimediale non è utilizzabile',
  'Use JPEG or PNG up to 5 MB, MP4 up to 16 MB or a document up to 100 MB, with the right content type. Then resend the message.':
    'Usa JPEG o PNG fino a 5 MB, MP4 fino a 16 MB o un documento fino a 100 MB, con il content type giusto. Poi invia di nuovo il messaggio.',
  'the template takes another number of variables': 'il modello richiede un altro numero di variabili',
  'there is no such approved template in this language':
    'non esiste un modello approvato con questo nome in questa lingua',
  'Check name and language, and resend the message once the template is approved.':
    'Controlla nome e lingua, e invia di nuovo il messaggio quando il modello è approvato.',
  'the filled template is too long': 'il modello compilato è troppo lungo',
  'Shorten the variables, and resend the message.': 'Accorcia le variabili e invia di nuovo il messaggio.',
  'the template breaks a policy of WhatsApp': 'il modello viola una norma di WhatsApp',
  'a variable of the template has the wrong form': 'una variabile del modello ha la forma sbagliata',
  'the template is paused for low quality': 'il modello è sospeso per bassa qualità',
  'Edit the template in WhatsApp Manager, or wait until its pause ends. Then resend the message.':
    'Modifica il modello in WhatsApp Manager, oppure aspetta la fine della sospensione. Poi invia di nuovo il messaggio.',
  'the template is disabled for low quality': 'il modello è disattivato per bassa qualità',
  'Create another template, and send that.': 'Crea un altro modello e invia quello.',
  "the template's flow is blocked": 'il flow del modello è bloccato',
  "the template's flow is throttled": 'il flow del modello è limitato',
  'WhatsApp could not use a parameter of the message': 'WhatsApp non ha potuto usare un parametro del messaggio',
  'is a part of an approved template; name it as template': 'fa parte di un modello approvato; indicalo come template',
  'goes with a free message; an approved template has buttons of its own':
    'vale per un messaggio libero; un modello approvato ha pulsanti propri',
  'a notice about {value}, not about a WhatsApp account': 'una notifica su {value}, non su un account WhatsApp',
  'a change of {value} without a value': 'un cambiamento di {value} senza valore',
  "a notice for the number {value}, which is another connection's":
    'una notifica per il numero {value}, che è di un altro collegamento',
  'an error of WhatsApp: {error}': 'un errore di WhatsApp: {error}',
  'a status {value} of message {value2}': 'uno stato {value} del messaggio {value2}',
  'without a name': 'senza nome',
  'without an id': 'senza id',
  'a wish about advertising without person, time or value': 'una preferenza sul marketing senza persona, ora o valore',
  'WhatsApp could not deliver it and did not say why': 'WhatsApp non ha potuto consegnarlo e non ha detto perché',
  'WhatsApp reports error {code}': 'WhatsApp segnala l’errore {code}',
  'a message of type {value} without id, time or sender': 'un messaggio di tipo {value} senza id, ora o mittente',
  'without a code': 'senza codice',
  'with buttons': 'con pulsanti',
  'with a link button': 'con un pulsante link',
  'as a caption': 'come didascalia',
  'the text {beside}': 'il testo {beside}',
  'whatsapp shows media beside at most {mediaButtons} buttons; there are {length}':
    'whatsapp mostra media con al massimo {mediaButtons} pulsanti; ce ne sono {length}',
  'whatsapp shows a link button or buttons for actions, not both in one message':
    'whatsapp mostra un pulsante link oppure pulsanti per azioni, non entrambi nello stesso messaggio',
  'is empty; whatsapp takes no empty variable': 'è vuoto; whatsapp non accetta variabili vuote',
  'the approved template {message}': 'il modello approvato {message}',
  'has no {type} header; whatsapp shows media there only':
    'non ha un’intestazione {type}; whatsapp mostra media solo lì',
  'shows no caption in its header; leave it out': 'non mostra didascalie nell’intestazione; toglila',
  'has no variable in its header; leave it out': 'non ha variabili nell’intestazione; toglila',
  'has a header of type {header}, so the message needs such media':
    'ha un’intestazione di tipo {header}, quindi il messaggio richiede questo file multimediale',
  "has a header of type {header}, which can't be filled here":
    'ha un’intestazione di tipo {header}, che qui non si può compilare',
  'has a variable in its header; give it as "header": {"text": "…"}':
    'ha una variabile nell’intestazione; indicala come "header": {"text": "…"}',
  'takes 1 to {headerText} characters in its header; there are {size}':
    'ammette da 1 a {headerText} caratteri nell’intestazione; ce ne sono {size}',
  'button {value} of the approved template is no link that ends in a variable':
    'il pulsante {value} del modello approvato non è un link che finisce con una variabile',
  'the approved template has {length} an action; the message has {count}':
    'il modello approvato ha {length} un’azione; il messaggio ha {count}',
  '{n} button that carries': '{n} pulsante con',
  '{n} buttons that carry': '{n} pulsanti con',
  '{n} action': '{n} azione',
  '{n} actions': '{n} azioni',
  'button {value} of the approved template opens a link that ends in a variable; it needs an action, or "buttons" in the template\'s whatsapp content':
    'il pulsante {value} del modello approvato apre un link che finisce con una variabile; richiede un’azione, oppure "buttons" nel contenuto whatsapp del modello',
  "A WhatsApp Business number in Meta's developer console: the number's id, a permanent access token, the app's secret, and a verify token of your own choosing.":
    'Un numero WhatsApp Business nella console per sviluppatori di Meta: l’id del numero, un token di accesso permanente, il segreto dell’app e un token di verifica scelto da te.',
  'Phone number ID': 'ID del numero di telefono',
  'Id of the sending number, from the app dashboard; not the number itself.':
    'Id del numero mittente, dalla dashboard dell’app; non il numero stesso.',
  'Id of the WhatsApp Business account: with it, the list of approved templates is read.':
    'Id dell’account WhatsApp Business: serve per leggere l’elenco dei modelli approvati.',
  'Access token': 'Token di accesso',
  "A system user's token, which does not expire.": 'Il token di un utente di sistema, che non scade.',
  'App secret': 'Segreto dell’app',
  'Signs what Meta sends us.': 'Firma ciò che Meta ci invia.',
  'Verify token': 'Token di verifica',
  'Chosen by you; Meta shows it when it registers our address.':
    'Scelto da te; Meta lo mostra quando registra il nostro indirizzo.',
  'Answer taps': 'Rispondi ai pulsanti',
  'Whether a person who taps a button reads in the chat what became of it: done, done before, too late.':
    'Se la persona che preme un pulsante legge l’esito nella chat: fatto, già fatto, troppo tardi.',
  'Graph version': 'Versione Graph',
  'Version of the Graph API.': 'Versione della Graph API.',
  'API base': 'Base dell’API',
  'A gateway that speaks the Graph API.': 'Un gateway che parla la Graph API.',
  'Cloud API': 'Cloud API',
}
