// Outcomes and remedies that all channels share, in Italian.

export const channels: Record<string, string> = {
  "the stored recipient's {field}": 'il campo {field} del destinatario salvato',
  '{provider} returned an unknown answer': '{provider} ha restituito una risposta sconosciuta',
  '{provider} answered the check with an error{outcome}. {correct}':
    '{provider} ha risposto alla verifica con un errore{outcome}. {correct}',
  '{provider} limits the rate of requests{outcome}. {again}':
    '{provider} limita il numero di richieste{outcome}. {again}',
  "Correct the connection's settings, and check again.":
    'Correggi le impostazioni del collegamento e verifica di nuovo.',
  "Check again in a few minutes. If the problem stays, check the address in the connection's settings, and any proxy or firewall.":
    'Ripeti la verifica tra qualche minuto. Se il problema resta, controlla l’indirizzo nelle impostazioni del collegamento ed eventuali proxy o firewall.',
  'cannot be used to register the webhook, because the webhook needs a public https URL, and PUBLIC_URL is {origin}':
    'non permette di registrare il webhook, perché il webhook richiede un URL https pubblico e PUBLIC_URL è {origin}',
  '{provider} sends webhooks to {url}': '{provider} invia i webhook a {url}',
  'may not manage webhooks at {provider}. Use credentials with full access, or register the webhook at {provider2} yourself':
    'non può gestire i webhook su {provider}. Usa credenziali con accesso completo, oppure registra tu il webhook su {provider2}',
  "{provider}'s address {reason}": 'l’indirizzo di {provider} {reason}',
  '{provider} could not be reached: {reason}': '{provider} non è raggiungibile: {reason}',
  '{provider} did not answer: {reason}': '{provider} non ha risposto: {reason}',
  '{provider} throttles the messages': '{provider} limita il numero di messaggi',
  '{provider} answered with success ({status}), but the rest of its answer cannot be read':
    '{provider} ha accettato la richiesta ({status}), ma il resto della risposta non è leggibile',
  "Correct the address in the connection's settings. An address in a private network needs ALLOW_PRIVATE_NETWORK=1.":
    'Correggi l’indirizzo nelle impostazioni del collegamento. Un indirizzo in una rete privata richiede ALLOW_PRIVATE_NETWORK=1.',
  'Check that this service can reach {provider}.': 'Controlla che questo servizio possa raggiungere {provider}.',
  "Check the address in the connection's settings, and any proxy or gateway between Carillon and the provider.":
    'Controlla l’indirizzo nelle impostazioni del collegamento ed eventuali proxy o gateway tra Carillon e il provider.',
  "{provider}'s address answered with a redirect ({status}), and redirects are not followed":
    'l’indirizzo di {provider} ha risposto con un reindirizzamento ({status}), e i reindirizzamenti non vengono seguiti',
  "Put the target of the redirect into the connection's settings.":
    'Inserisci nelle impostazioni del collegamento la destinazione del reindirizzamento.',
  '{provider} has an internal error ({status})': 'errore interno di {provider} ({status})',
  '{provider} does not accept the credentials': '{provider} non accetta le credenziali',
  'Put the current credentials into the connection.': 'Inserisci nel collegamento credenziali valide.',
  'the answer ({status}) is not in the format of {provider}': 'la risposta ({status}) non è nel formato di {provider}',
  '{provider} refused the message ({status})': '{provider} ha rifiutato il messaggio ({status})',
  'Read the response, correct the template or the address, and resend the message.':
    'Leggi la risposta, correggi il modello o l’indirizzo e invia di nuovo il messaggio.',
  'has {data} characters; {channel} takes {limit}': 'ha {data} caratteri; {channel} ne ammette {limit}',
  'is empty; {channel} requires a text': 'è vuoto; {channel} richiede un testo',
  'has {length} entries; {channel} takes {limit}': 'ha {length} elementi; {channel} ne ammette {limit}',
  'is required': 'è obbligatorio',
  'is not a known field; did you mean {suggestion}?': 'non è un campo riconosciuto; volevi dire {suggestion}?',
  'is not a known field': 'non è un campo riconosciuto',
  'Then resend the message.': 'Poi invia di nuovo il messaggio.',
  'The recipient may receive the message twice.': 'Il destinatario può ricevere il messaggio due volte.',
  'Check whether the recipient received the message before you resend it.':
    'Controlla se il destinatario ha ricevuto il messaggio prima di inviarlo di nuovo.',
  'Wait until {provider} is available again.': 'Aspetta che {provider} sia di nuovo disponibile.',
  'Send fewer messages at a time, or ask {provider} for a higher limit.':
    'Invia meno messaggi alla volta, oppure chiedi a {provider} un limite più alto.',
  '{subject} has {size} characters; {channel} takes {limit}':
    '{subject} ha {size} caratteri; {channel} ne ammette {limit}',
  'the text is empty after the variables are filled in; {channel} requires a text':
    'dopo l’inserimento delle variabili il testo è vuoto; {channel} richiede un testo',
  'The attempt reached its time limit before the sandbox answered.':
    'Il tentativo ha raggiunto il limite di tempo prima della risposta della sandbox.',
  'The sandbox accepted the message.': 'La sandbox ha accettato il messaggio.',
  'The address no longer exists (simulated by the sandbox).': 'L’indirizzo non esiste più (simulato dalla sandbox).',
  'Use another address: the sandbox simulates a bounce for this address.':
    'Usa un altro indirizzo: per questo la sandbox simula un messaggio respinto.',
  'The recipient blocked the sender (simulated by the sandbox).':
    'Il destinatario ha bloccato il mittente (simulato dalla sandbox).',
  'Use another address: the sandbox simulates a blocked sender for this address.':
    'Usa un altro indirizzo: per questo la sandbox simula un mittente bloccato.',
  'The provider throttles the messages (simulated once by the sandbox).':
    'Il provider limita il numero di messaggi (simulato una volta dalla sandbox).',
  'Send fewer messages at a time.': 'Invia meno messaggi alla volta.',
  'The provider did not answer the request (simulated by the sandbox).':
    'Il provider non ha risposto alla richiesta (simulato dalla sandbox).',
  'The provider is unavailable (simulated by the sandbox).': 'Il provider non è disponibile (simulato dalla sandbox).',
  'Use another address: the sandbox simulates an unavailable provider for this address.':
    'Usa un altro indirizzo: per questo la sandbox simula un provider non disponibile.',
  'The provider accepted the message and rejected it later (simulated by the sandbox).':
    'Il provider ha accettato il messaggio e poi lo ha rifiutato (simulato dalla sandbox).',
}
