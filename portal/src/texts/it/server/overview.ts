// Remedies of the overview's problems, in Italian.

export const overview: Record<string, string> = {
  '{fix} Its messages are sent once the connection is saved or resumed.':
    '{fix} I suoi messaggi partono quando il collegamento viene salvato o riattivato.',
  'No action is needed. Sending continues at {until}.': 'Non devi fare niente. L’invio continua il {until}.',
  'The endpoint {url} is disabled{value}.': 'L’endpoint {url} è disattivato{value}.',
  'Correct the receiver, reactivate the endpoint, and replay the events of the last 7 days that it missed.':
    'Correggi il ricevente, riattiva l’endpoint e rimanda gli eventi degli ultimi 7 giorni che non ha ricevuto.',
  'Replies on {title} are not received (source "{source_name}"): {problem}':
    'Le risposte su {title} non vengono ricevute (sorgente "{source_name}"): {problem}',
  'Check the connection: its provider does not answer when the service polls for replies.':
    'Verifica il collegamento: il provider non risponde quando il servizio chiede le risposte.',
}
