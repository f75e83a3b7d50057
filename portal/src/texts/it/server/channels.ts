// Outcomes and remedies that all channels share, in Italian.

export const channels: Record<string, string> = {
  "the stored recipient's {field}": 'il campo {field} del destinatario salvato',
  '{provider} gave no answer that is known': '{provider} ha dato una risposta sconosciuta',
  '{provider} answers the check with an error{outcome}. {correct}':
    '{provider} risponde alla verifica con un errore{outcome}. {correct}',
  '{provider} limits the rate of requests{outcome}. {again}':
    '{provider} limita il numero di richieste{outcome}. {again}',
  "Correct the connection's settings, and check again.":
    'Correggi le impostazioni del collegamento e verifica di nuovo.',
  "Check again in a while; if it goes on, look at the address in the connection's settings and at what lies between.":
    'Verifica di nuovo tra un po’. Se il problema resta, controlla l’indirizzo nelle impostazioni del collegamento, e proxy e gateway lungo il percorso.',
  "{provider}'s address {reason}": 'l’indirizzo di {provider} {reason}',
  '{provider} could not be reached: {reason}': '{provider} non è raggiungibile: {reason}',
  '{provider} did not answer: {reason}': '{provider} non ha risposto: {reason}',
  '{provider} wants fewer messages': '{provider} chiede meno messaggi',
  "{provider} said yes ({status}), and the rest of its answer can't be read":
    '{provider} ha accettato la richiesta ({status}), ma il resto della risposta non è leggibile',
  "Correct the address in the connection's settings. An address in a private network needs ALLOW_PRIVATE_NETWORK=1.":
    'Correggi l’indirizzo nelle impostazioni del collegamento. Un indirizzo in una rete privata richiede ALLOW_PRIVATE_NETWORK=1.',
  'Check that this service can reach {provider}.': 'Controlla che questo servizio possa raggiungere {provider}.',
  "Check the address in the connection's settings, and any proxy or gateway on the way.":
    'Controlla l’indirizzo nelle impostazioni del collegamento, e ogni proxy o gateway lungo il percorso.',
  "{provider}'s address answers with a redirect ({status}), which is not followed":
    'l’indirizzo di {provider} risponde con un reindirizzamento ({status}), che non viene seguito',
  "Put the address it leads to into the connection's settings.":
    'Metti nelle impostazioni del collegamento l’indirizzo a cui porta il reindirizzamento.',
  '{provider} has a problem of its own ({status})': '{provider} ha un problema interno ({status})',
  '{provider} does not accept the credentials': '{provider} non accetta le credenziali',
  'Put the current credentials into the connection.': 'Metti le credenziali attuali nel collegamento.',
  'what answered ({status}) does not speak like {provider}': 'la risposta ({status}) non sembra venire da {provider}',
  '{provider} refused the message ({status})': '{provider} ha rifiutato il messaggio ({status})',
  'Read the response, correct the template or the address, and resend the message.':
    'Leggi la risposta, correggi il modello o l’indirizzo e invia di nuovo il messaggio.',
  'has {data} characters; {channel} takes {limit}': 'ha {data} caratteri; {channel} ne ammette {limit}',
  'is empty; {channel} needs a text there': 'è vuoto; {channel} richiede un testo qui',
  'has {length} entries; {channel} takes {limit}': 'ha {length} elementi; {channel} ne ammette {limit}',
  'is required': 'è obbligatorio',
  'is not a known field; did you mean {meant}?': 'non è un campo conosciuto; volevi dire {meant}?',
  'is not a known field': 'non è un campo conosciuto',
  'Then resend the message.': 'Poi invia di nuovo il messaggio.',
  'The recipient may receive the message twice.': 'Il destinatario può ricevere il messaggio due volte.',
  'Check whether the recipient received the message before you resend it.':
    'Controlla se il destinatario ha ricevuto il messaggio prima di inviarlo di nuovo.',
  'Wait until {provider} is available again.': 'Aspetta che {provider} sia di nuovo disponibile.',
  'Send fewer messages at a time, or ask {provider} for a higher limit.':
    'Invia meno messaggi alla volta, oppure chiedi a {provider} un limite più alto.',
  '{what} has {size} characters; {channel} takes {limit}': '{what} ha {size} caratteri; {channel} ne ammette {limit}',
  'the text is empty once filled in; {channel} needs one':
    'il testo è vuoto dopo la compilazione; {channel} ne richiede uno',
  'The try ended while the sandbox was still answering.':
    'Il tentativo è finito mentre la sandbox stava ancora rispondendo.',
  'The sandbox took the message.': 'La sandbox ha accettato il messaggio.',
  'Nobody is reached at this address any more (the sandbox bounces it).':
    'A questo indirizzo non si raggiunge più nessuno (la sandbox lo respinge).',
  'Use another address: this magic address always bounces.':
    'Usa un altro indirizzo: questo indirizzo magico respinge sempre i messaggi.',
  'The recipient has blocked the sender (the sandbox blocks this address).':
    'Il destinatario ha bloccato il mittente (la sandbox blocca questo indirizzo).',
  'Use another address: this magic address always blocks the sender.':
    'Usa un altro indirizzo: questo indirizzo magico blocca sempre il mittente.',
  'The provider wants fewer messages (the sandbox throttles this address once).':
    'Il fornitore chiede meno messaggi (la sandbox limita questo indirizzo una volta).',
  'Send fewer messages at a time.': 'Invia meno messaggi alla volta.',
  'The request left and no answer came (the sandbox answers nothing at this address).':
    'La richiesta è partita e nessuna risposta è arrivata (a questo indirizzo la sandbox non risponde).',
  'The provider is out of order (the sandbox plays this for the address).':
    'Il fornitore è fuori servizio (la sandbox lo simula per questo indirizzo).',
  'Use another address: the provider of this magic address is never available.':
    'Usa un altro indirizzo: il fornitore di questo indirizzo magico non è mai disponibile.',
  'The provider took the message and rejected it later (the sandbox plays this for the address).':
    'Il fornitore ha accettato il messaggio e lo ha rifiutato più tardi (la sandbox lo simula per questo indirizzo).',
}
