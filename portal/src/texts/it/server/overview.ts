// Remedies of the overview's problems, in Italian.

export const overview: Record<string, string> = {
  '{fix} Its messages are sent as soon as the connection is saved or resumed.':
    '{fix} I suoi messaggi partono quando il collegamento viene salvato o riattivato.',
  'No action is needed. Sending continues at {until}.': 'Nessun intervento necessario. L’invio riprende il {until}.',
  'The endpoint {url} is disabled{value}.': 'L’endpoint {url} è disattivato{value}.',
  'Correct the receiver, reactivate the endpoint, and replay the events of the last 7 days that it missed.':
    'Correggi l’endpoint, riattivalo e invia di nuovo gli eventi persi negli ultimi 7 giorni.',
  'Replies on {title} are not received (source "{source}"): {problem}':
    'Le risposte su {title} non vengono ricevute (sorgente “{source}”): {problem}',
  'Check the connection: its provider does not answer when the service polls for replies.':
    'Verifica il collegamento: il provider non risponde quando il servizio chiede le risposte.',
  'Bounce mails are not received (source "{source}"): {problem}':
    'Le email di bounce non vengono ricevute (sorgente “{source}”): {problem}',
  'Check the connection: its mailbox for bounce mails cannot be read.':
    'Verifica il collegamento: la sua casella per le email di bounce non può essere letta.',
}
