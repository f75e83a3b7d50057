// Outcomes and remedies of SMS providers, in Italian.

export const carriers: Record<string, string> = {
  'in the console of {provider}': 'nella console ({provider})',
  'Copy the credentials {console} again, and put them into the connection.':
    'Copia di nuovo le credenziali {console} e inseriscile nel collegamento.',
  'the account at {provider} is suspended or not active': 'l’account presso {provider} è sospeso o non attivo',
  'Read the notice about the account {console}.': 'Leggi l’avviso sull’account {console}.',
  'the account at {provider} has no credit left or reached its spending limit':
    'l’account presso {provider} non ha più credito o ha raggiunto il limite di spesa',
  'Add credit or raise the limit {console}.': 'Ricarica il credito o alza il limite {console}.',
  'the credentials or the account do not permit SMS': 'le credenziali o l’account non permettono gli SMS',
  'Enable SMS for the account and the credentials {console}.':
    'Abilita gli SMS per l’account e le credenziali {console}.',
  'the account at {provider} is a trial account, which sends only to verified numbers':
    'l’account presso {provider} è di prova e invia solo a numeri verificati',
  'Verify the number or upgrade the account {console}. Then resend the message.':
    'Verifica il numero o passa a un account completo {console}. Poi invia di nuovo il messaggio.',
  'the account at {provider} does not send to the country of the recipient':
    'l’account presso {provider} non invia nel paese del destinatario',
  'Enable the country {console}. Then resend the message.':
    'Abilita il paese {console}. Poi invia di nuovo il messaggio.',
  'the sender does not belong to the account, or carriers block it':
    'il mittente non appartiene all’account, oppure gli operatori lo bloccano',
  'Set another sender of this account in from or senders.':
    'Imposta in from o senders un altro mittente di questo account.',
  'the sender cannot send to the country of the recipient': 'il mittente non può inviare nel paese del destinatario',
  'Set a sender for this country in senders. Then resend the message.':
    'Imposta in senders un mittente per questo paese. Poi invia di nuovo il messaggio.',
  'the messaging profile or messaging service has no usable sender, or is disabled':
    'il profilo o servizio di messaggistica non ha un mittente utilizzabile, oppure è disabilitato',
  'Enable it and add a sender to it {console}.': 'Abilitalo e aggiungi un mittente {console}.',
  'the sender or the text is not registered with the carriers of the recipient':
    'il mittente o il testo non è registrato presso gli operatori del destinatario',
  'Finish the registration {console}, for example the 10DLC campaign or the verification of the toll-free number. Then resend the message.':
    'Completa la registrazione {console}, per esempio la campagna 10DLC o la verifica del numero verde. Poi invia di nuovo il messaggio.',
  '{provider} does not accept the URL for receipts': '{provider} non accetta l’URL per le conferme',
  'Set PUBLIC_URL to a public https URL of this service.':
    'Imposta PUBLIC_URL su un URL https pubblico di questo servizio.',
  'the phone number is not valid': 'il numero di telefono non è valido',
  "Correct the recipient's phone number, and resend the message.":
    'Correggi il numero di telefono del destinatario e invia di nuovo il messaggio.',
  'the number cannot receive SMS': 'il numero non può ricevere SMS',
  'Ask the recipient for the number of a mobile phone.': 'Chiedi al destinatario un numero di cellulare.',
  'the number is not in use': 'il numero non è attivo',
  'the subscription of the recipient receives no messages': 'il contratto del destinatario non riceve messaggi',
  'Use another channel. Only the recipient can change this, at the carrier.':
    'Usa un altro canale. Solo il destinatario può cambiare questa impostazione, presso il suo operatore.',
  'the recipient opted out of messages from this sender':
    'il destinatario non vuole più ricevere messaggi da questo mittente',
  'Use another channel. The recipient can send START to receive messages again.':
    'Usa un altro canale. Il destinatario può inviare START per ricevere di nuovo i messaggi.',
  '{provider} has no route to the number': '{provider} non può raggiungere il numero',
  'Use another sender for the country or another channel, and resend the message.':
    'Usa un altro mittente per il paese o un altro canale e invia di nuovo il messaggio.',
  '{provider} does not accept a part of the message': '{provider} non accetta una parte del messaggio',
  'the text is too long for {provider}': 'il testo è troppo lungo per {provider}',
  '{provider} cannot use the media': '{provider} non può usare il file multimediale',
  'Put a smaller file at a public URL, and resend the message.':
    'Metti un file più piccolo a un URL pubblico e invia di nuovo il messaggio.',
  'a spam filter stopped the message': 'un filtro antispam ha bloccato il messaggio',
  'Change the text, check the registration of the sender, and resend the message.':
    'Modifica il testo, controlla la registrazione del mittente e invia di nuovo il messaggio.',
  'the phone or the carrier of the recipient blocks the sender':
    'il telefono o l’operatore del destinatario blocca il mittente',
  'Use another sender or another channel.': 'Usa un altro mittente o un altro canale.',
  'the carrier did not deliver the message': 'l’operatore non ha consegnato il messaggio',
  'Check the number and the text, or use another channel. Then resend the message.':
    'Controlla il numero e il testo, oppure usa un altro canale. Poi invia di nuovo il messaggio.',
  'the message expired before it was delivered': 'il messaggio è scaduto prima della consegna',
  '{provider} has a temporary problem': '{provider} ha un problema temporaneo',
  'the phone is switched off or has no network': 'il telefono è spento o senza rete',
  'Wait until the phone is reachable.': 'Aspetta che il telefono sia raggiungibile.',
  'the carrier of the recipient has a temporary problem': 'l’operatore del destinatario ha un problema temporaneo',
  'Wait until the carrier works again.': 'Aspetta che l’operatore funzioni di nuovo.',
  'the sender is not ready yet': 'il mittente non è ancora pronto',
  'Wait until {provider} has set up the sender.': 'Aspetta che {provider} abbia attivato il mittente.',
  'the queue of the sender at {provider} is full': 'la coda del mittente presso {provider} è piena',
  'the daily limit of the sender or the account is used up':
    'il limite giornaliero del mittente o dell’account è esaurito',
}
