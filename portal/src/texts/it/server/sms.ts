// Settings and checks of SMS, in Italian.

export const sms: Record<string, string> = {
  'Find the code in the documentation of {provider}, fix the cause, and resend the message.':
    'Cerca il codice nella documentazione di {provider}, risolvi la causa e invia di nuovo il messaggio.',
  '{provider} could not deliver the message and gave no reason':
    '{provider} non ha potuto consegnare il messaggio e non ha indicato il motivo',
  'Vonage accepted only some segments of the message': 'Vonage ha accettato solo alcuni segmenti del messaggio',
  'the connection sends no media': 'il collegamento non invia contenuti multimediali',
  'Put a link into the text, or enable mms in the connection. Then resend the message.':
    'Metti un link nel testo, oppure abilita mms nel collegamento. Poi invia di nuovo il messaggio.',
  'the connection has no sender for the country of this number':
    'il collegamento non ha un mittente per il paese di questo numero',
  'Set from, or add the country to senders of the connection. Then resend the message.':
    'Imposta from, oppure aggiungi il paese a senders del collegamento. Poi invia di nuovo il messaggio.',
  'Shorten the template or raise max_segments of the connection, and resend the message.':
    'Accorcia il modello o aumenta max_segments del collegamento e invia di nuovo il messaggio.',
  'the gateway': 'il gateway',
  Twilio: 'Twilio',
  Vonage: 'Vonage',
  Telnyx: 'Telnyx',
  'the text has {segments} segments; this connection sends at most {most}{hint}':
    'il testo ha {segments} segmenti; questo collegamento ne invia al massimo {most}{hint}',
  '; a text without emoji and special characters needs fewer':
    '; un testo senza emoji e caratteri speciali ne richiede meno',
  'the sms connection sends no media; put a link into the text, or use a connection with mms enabled':
    'il collegamento sms non invia file multimediali; metti un link nel testo, oppure usa un collegamento con mms attivo',
  'sms has no captions; put it into the text': 'sms non ha didascalie; metti la didascalia nel testo',
  'a webhook of Twilio without a MessageSid': 'un webhook di Twilio senza MessageSid',
  'a webhook of Vonage without messageId or msisdn': 'un webhook di Vonage senza messageId o msisdn',
  'a webhook of Telnyx without the id of a message': 'un webhook di Telnyx senza l’ID di un messaggio',
  'a webhook without a status, and without the sender and text of a reply':
    'un webhook senza stato e senza mittente e testo di una risposta',
  'a receipt {status} without the id of a message': 'una conferma {status} senza l’ID di un messaggio',
  'a message without a sender': 'un messaggio senza mittente',
  'the credentials belong to the account {name}': 'le credenziali appartengono all’account {name}',
  'the account is {state}; read the notice about the account in the console of Twilio':
    'l’account è {state}; leggi l’avviso sull’account nella console di Twilio',
  'the credentials work; the balance is {value} EUR': 'le credenziali funzionano; il credito è {value} EUR',
  'the API key works; the balance is {balance} {currency}': 'la chiave API funziona; il credito è {balance} {currency}',
  'the gateway accepts the credentials': 'il gateway accetta le credenziali',
  'without check_url, only a test message shows whether the gateway works':
    'senza check_url, solo un messaggio di prova mostra se il gateway funziona',
  'has the entry {entry}; write entries such as {example}, separated by commas':
    'contiene la voce {entry}; scrivi voci come {example}, separate da virgole',
  'is required, unless {name} or senders is set': 'è obbligatorio, se {name} o senders non è impostato',
  'is required, unless senders is set': 'è obbligatorio, se senders non è impostato',
  'is required for a sender that is a name': 'è obbligatorio per un mittente con un nome',
  'is required with api_key_sid': 'è obbligatorio con api_key_sid',
  'is required for the authentication': 'è obbligatorio per l’autenticazione',
  'is required for this format': 'è obbligatorio per questo formato',
  'a message from a sender that is not a phone number': 'un messaggio di un mittente che non è un numero di telefono',
  'has the unknown placeholder {whole}': 'contiene il segnaposto sconosciuto {whole}',
  'must not have a placeholder in its host': 'non può avere un segnaposto nel nome dell’host',
  'is not JSON; put quotation marks around each placeholder': 'non è JSON; metti ogni segnaposto tra virgolette',
  'has the invalid line {value}; write lines such as X-Api-Key: {{password}}':
    'contiene la riga non valida {value}; scrivi righe come X-Api-Key: {{password}}',
  'has the invalid line {wrong}; write lines such as ERR 105 = unknown_number':
    'contiene la riga non valida {wrong}; scrivi righe come ERR 105 = unknown_number',
  'In the Twilio console, copy the account SID and the auth token from the first page. Then enter a number of the account, or a messaging service.':
    'Nella console di Twilio copia l’account SID e l’auth token dalla prima pagina. Poi inserisci un numero dell’account o un servizio di messaggistica.',
  'In the Twilio console, open the number or the messaging service, and enter this URL as the webhook for incoming messages. Receipts need no registration, because each message contains their URL.':
    'Nella console di Twilio apri il numero o il servizio di messaggistica e inserisci questo URL come webhook per i messaggi in arrivo. Le conferme non richiedono una registrazione, perché ogni messaggio contiene il loro URL.',
  'In the Vonage dashboard, open the API settings. Copy the key and the secret, and enable signed webhooks.':
    'Nella dashboard di Vonage apri le impostazioni API. Copia la chiave e il segreto e attiva i webhook firmati.',
  'In the Vonage dashboard, open the API settings, and choose the SMS API. Enter this URL as the webhook for delivery receipts and for inbound SMS. Copy the signature secret into the connection.':
    'Nella dashboard di Vonage apri le impostazioni API e scegli l’SMS API. Inserisci questo URL come webhook per le conferme di consegna e per gli SMS in arrivo. Copia il segreto della firma nel collegamento.',
  'In the Telnyx portal, create an API key, copy the public key of the account, and assign the number to a messaging profile.':
    'Nel portale di Telnyx crea una chiave API, copia la chiave pubblica dell’account e assegna il numero a un profilo di messaggistica.',
  'In the Telnyx portal, open the messaging profile of the number, and enter this URL as the webhook URL of its inbound settings. Choose the webhook API version 2.':
    'Nel portale di Telnyx apri il profilo di messaggistica del numero e inserisci questo URL come URL del webhook nelle impostazioni dei messaggi in arrivo. Scegli la versione 2 dell’API dei webhook.',
  'At the gateway, enter this URL for replies, with ?secret= and the secret of the inbound settings at its end. For receipts, put {{callback}} into the request: it contains the URL with the secret.':
    'Nel gateway inserisci questo URL per le risposte, con ?secret= e il segreto dei webhook in entrata alla fine. Per le conferme inserisci {{callback}} nella richiesta: contiene l’URL con il segreto.',
  '{name} already sends its messages to {host}. Remove that URL at {provider}, and register the webhook again':
    '{name} invia già i suoi messaggi a {host}. Rimuovi quell’URL su {provider} e registra di nuovo il webhook',
  'another URL': 'un altro URL',
  '{provider} did not store the URL. Check whether the internet can reach PUBLIC_URL, and register the webhook again':
    '{provider} non ha salvato l’URL. Controlla che PUBLIC_URL sia raggiungibile da internet e registra di nuovo il webhook',
  'contains no phone number. Phones cannot reply to a name, so no webhook is needed':
    'non contiene un numero di telefono. I telefoni non possono rispondere a un nome, quindi non serve un webhook',
  'is not a messaging service of this account': 'non è un servizio di messaggistica di questo account',
  'uses the webhooks of its numbers. At Twilio, choose Send a webhook under Integration of the messaging service, and register the webhook again':
    'usa i webhook dei suoi numeri. Su Twilio scegli Send a webhook in Integration del servizio di messaggistica e registra di nuovo il webhook',
  '{name} is not a number of this account': '{name} non è un numero di questo account',
  '{name} belongs to an application at Twilio, which replaces the webhook. Remove the application from the number, and register the webhook again':
    '{name} appartiene a un’applicazione di Twilio, che sostituisce il webhook. Rimuovi l’applicazione dal numero e registra di nuovo il webhook',
  'is required, because webhooks without a signature are refused. Copy it from the API settings at Vonage':
    'è obbligatorio, perché i webhook senza firma vengono rifiutati. Copialo dalle impostazioni API di Vonage',
  '{name} belongs to no messaging profile. Assign it to a messaging profile at Telnyx, and register the webhook again':
    '{name} non appartiene a un profilo di messaggistica. Assegnalo a un profilo di messaggistica su Telnyx e registra di nuovo il webhook',
  'is not a messaging profile of this account': 'non è un profilo di messaggistica di questo account',
  'Describe the request that your gateway expects. The documentation has the settings of common gateways.':
    'Descrivi la richiesta che il tuo gateway si aspetta. La documentazione contiene le impostazioni dei gateway più comuni.',
  'HTTP gateway': 'Gateway HTTP',
  'Account SID': 'SID dell’account',
  'The account SID, on the first page of the console.': 'L’account SID, nella prima pagina della console.',
  'Auth token': 'Auth token',
  'The auth token, on the first page of the console. It also verifies receipts and replies.':
    'L’auth token, nella prima pagina della console. Verifica anche conferme e risposte.',
  'API key SID': 'SID della chiave API',
  'The SID of an API key. Messages are then sent with the key instead of the auth token.':
    'Il SID di una chiave API. I messaggi vengono allora inviati con la chiave invece dell’auth token.',
  'API key secret': 'Segreto della chiave API',
  'The secret of the API key. The console shows it once, after the key was created.':
    'Il segreto della chiave API. La console lo mostra una sola volta, dopo la creazione della chiave.',
  'The sender: a phone number, a short code, or a name of at most 11 letters and digits.':
    'Il mittente: un numero di telefono, un numero breve o un nome di al massimo 11 lettere e cifre.',
  'Messaging service SID': 'SID del servizio di messaggistica',
  'The SID of a messaging service, which chooses the sender. Set it in place of from.':
    'Il SID di un servizio di messaggistica, che sceglie il mittente. Impostalo al posto di from.',
  Senders: 'Mittenti',
  'Senders for single countries: the beginning of the phone number, an equals sign and the sender, separated by commas.':
    'Mittenti per singoli paesi: l’inizio del numero di telefono, un segno di uguale e il mittente, separati da virgole.',
  Prices: 'Prezzi',
  'Prices that the provider charges for one segment: the beginning of the phone number, an equals sign and the price, separated by commas. The usage report shows the costs.':
    'Prezzi di un segmento presso il provider: l’inizio del numero di telefono, un segno di uguale e il prezzo, separati da virgole. Il resoconto dei consumi mostra i costi.',
  'Price currency': 'Valuta dei prezzi',
  'The currency of the prices.': 'La valuta dei prezzi.',
  'Max segments': 'Segmenti massimi',
  'Maximum number of segments of a message. The provider charges each segment.':
    'Numero massimo di segmenti di un messaggio. Il provider addebita ogni segmento.',
  'Stop mode': 'Modalità STOP',
  'What answers the words STOP, START and HELP. "provider": the provider answers its own English words, and this service answers the other words with the texts below. "carillon": this service answers all words. Both record the opt-out.':
    'Chi risponde alle parole STOP, START e HELP. "provider": il provider risponde alle proprie parole inglesi, e questo servizio risponde alle altre con i testi qui sotto. "carillon": questo servizio risponde a tutte le parole. In entrambi i casi la disiscrizione viene registrata.',
  'The provider answers': 'Risponde il provider',
  'This service answers': 'Risponde questo servizio',
  'Stop text': 'Testo per STOP',
  'Start text': 'Testo per START',
  'Help text': 'Testo per HELP',
  'Answer to STOP. Without a text, this service sends no answer.':
    'Risposta a STOP. Senza testo questo servizio non invia alcuna risposta.',
  'Answer to START. Without a text, this service sends no answer.':
    'Risposta a START. Senza testo questo servizio non invia alcuna risposta.',
  'Answer to HELP. Without a text, this service sends no answer.':
    'Risposta a HELP. Senza testo questo servizio non invia alcuna risposta.',
  'Whether the sender can send media (MMS). Most providers offer MMS only in the US and Canada.':
    'Se il mittente può inviare file multimediali (MMS). La maggior parte dei provider offre gli MMS solo negli Stati Uniti e in Canada.',
  'The URL of a region or gateway, for example https://api.dublin.ie1.twilio.com.':
    'L’URL di una regione o di un gateway, per esempio https://api.dublin.ie1.twilio.com.',
  'API secret': 'Segreto API',
  'The API key, from the API settings of the dashboard.': 'La chiave API, dalle impostazioni API della dashboard.',
  'The API secret, from the same page.': 'Il segreto API, dalla stessa pagina.',
  'Signature secret': 'Segreto della firma',
  'The signature secret, from the same page. Receipts and replies are refused without it.':
    'Il segreto della firma, dalla stessa pagina. Senza, conferme e risposte vengono rifiutate.',
  'Signature method': 'Metodo della firma',
  'SHA-256 HMAC': 'HMAC SHA-256',
  'SHA-512 HMAC': 'HMAC SHA-512',
  'SHA-1 HMAC': 'HMAC SHA-1',
  'MD5 HMAC': 'HMAC MD5',
  'MD5 hash': 'Hash MD5',
  'The signature method of the account.': 'Il metodo della firma dell’account.',
  'The URL of a gateway that receives the requests to Vonage.': 'L’URL di un gateway che riceve le richieste a Vonage.',
  'An API key of the account. It starts with KEY.': 'Una chiave API dell’account. Inizia con KEY.',
  'The public key of the account, under Keys & Credentials. It verifies receipts and replies.':
    'La chiave pubblica dell’account, in Keys & Credentials. Verifica conferme e risposte.',
  'Messaging profile ID': 'ID del profilo di messaggistica',
  'The id of a messaging profile. Required if the sender is a name. If from is not set, the profile chooses the sender.':
    'L’ID di un profilo di messaggistica. È obbligatorio se il mittente è un nome. Se from non è impostato, il profilo sceglie il mittente.',
  'The URL of a gateway that receives the requests to Telnyx.': 'L’URL di un gateway che riceve le richieste a Telnyx.',
  'The URL of the gateway. Placeholders such as {{to}} are permitted after the host.':
    'L’URL del gateway. Dopo l’host sono permessi segnaposto come {{to}}.',
  Method: 'Metodo',
  'The method of the request.': 'Il metodo della richiesta.',
  'Form fields': 'Campi di un modulo',
  'Plain text': 'Testo semplice',
  Format: 'Formato',
  'The format of the body. Values are escaped for this format.':
    'Il formato del corpo. I valori vengono codificati per questo formato.',
  Body: 'Corpo',
  'The body of a POST request. Placeholders: {{to}}, {{to_digits}}, {{text}}, {{from}}, {{id}}, {{callback}}, {{coding}} (0 for GSM-7, 2 for UCS-2), {{user}}, {{password}}.':
    'Il corpo di una richiesta POST. Segnaposto: {{to}}, {{to_digits}}, {{text}}, {{from}}, {{id}}, {{callback}}, {{coding}} (0 per GSM-7, 2 per UCS-2), {{user}}, {{password}}.',
  Headers: 'Intestazioni',
  'Headers of the request, one in each line. Placeholders: {{user}}, {{password}}, {{id}}.':
    'Le intestazioni della richiesta, una per riga. Segnaposto: {{user}}, {{password}}, {{id}}.',
  'No authentication': 'Nessuna autenticazione',
  'User and password': 'Utente e password',
  'Bearer token': 'Bearer token',
  Auth: 'Autenticazione',
  'The header Authorization: user and password, or the password as a bearer token.':
    'L’intestazione Authorization: utente e password, oppure la password come bearer token.',
  'The user name.': 'Il nome utente.',
  'The password or token.': 'La password o il token.',
  'Success text': 'Testo di successo',
  'A text that the answer contains if the gateway accepted the message. By default, every answer with a status 2xx is a success.':
    'Un testo che la risposta contiene se il gateway ha accettato il messaggio. Se manca, ogni risposta con stato 2xx è un successo.',
  Errors: 'Errori',
  'ERR 105 = unknown_number': 'ERR 105 = unknown_number',
  'Texts in answers and their meanings, one in each line, such as ERR 105 = unknown_number. Meanings: refused, unknown_number, opted_out, credentials, throttled, retry.':
    'Testi nelle risposte e il loro significato, uno per riga, come ERR 105 = unknown_number. Significati: refused, unknown_number, opted_out, credentials, throttled, retry.',
  'Check URL': 'URL di verifica',
  'A URL that answers a GET request with 2xx if the credentials are valid, such as the balance. Without it, the credentials cannot be checked.':
    'Un URL che risponde a una richiesta GET con 2xx se le credenziali sono valide, come quello del credito. Senza, le credenziali non si possono verificare.',
  'ID field': 'Campo dell’ID',
  "The field of a JSON answer with the message's id, with dots between levels. By default, receipts contain the value of {{id}}.":
    'Il campo di una risposta JSON con l’ID del messaggio, con punti tra i livelli. Se manca, le conferme contengono il valore di {{id}}.',
  Inbound: 'Webhook in entrata',
  Secret: 'Segreto',
  'Each webhook must contain this secret: in the field secret of the URL, or as a bearer token or password in the header Authorization.':
    'Ogni webhook deve contenere questo segreto: nel campo secret dell’URL, oppure come bearer token o password nell’intestazione Authorization.',
  "The field with the message's id.": 'Il campo con l’ID del messaggio.',
  'From field': 'Campo del mittente',
  "The field with the sender's number of a reply.": 'Il campo con il numero del mittente di una risposta.',
  'Text field': 'Campo del testo',
  'The field with the text of a reply.': 'Il campo con il testo di una risposta.',
  'Status field': 'Campo dello stato',
  'The field with the status. A webhook with this field is a receipt.':
    'Il campo con lo stato. Un webhook con questo campo è una conferma.',
  Delivered: 'Consegnato',
  'The values of the status for a delivered message, separated by commas.':
    'I valori dello stato per un messaggio consegnato, separati da virgole.',
  Failed: 'Fallito',
  'The values of the status for a failed message, separated by commas.':
    'I valori dello stato per un messaggio fallito, separati da virgole.',
}
