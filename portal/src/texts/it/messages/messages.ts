// The Italian texts of message previews and the test inbox.
import type * as english from '../../en/messages/messages.ts'

export const messages: typeof english.messages = {
  as: (channel: string) => `Anteprima del messaggio su ${channel}`,
  noSubject: 'Senza oggetto',
  emailOf: (subject: string) => `Email “${subject}”`,
  approved: (name: string) => `Modello approvato ${name}`,
  segments: (segments, encoding, units) =>
    `${segments} ${segments === 1 ? 'segmento' : 'segmenti'} (${encoding}, ${units} caratteri)`,
  noLinkForViewers: 'Gli osservatori non possono usare questo link.',
}

export const testInbox: typeof english.testInbox = {
  title: 'Casella di test',
  text: 'I messaggi inviati con chiavi di test, come li mostra ogni canale. Nessuno ha raggiunto un destinatario.',
  nothing: 'Nessun messaggio di test',
  nothingText:
    'Invia un messaggio con una chiave svc_test_. Viene elaborato come un messaggio live, ma compare solo qui. Nella panoramica trovi una richiesta da copiare.',
  noneMatch: 'Nessun messaggio corrisponde',
  noneMatchText: 'Modifica o rimuovi un filtro.',
  search: 'Nome, indirizzo, oggetto o testo',
  searchOfViewer: 'Nome o indirizzo',
  list: 'Messaggi di test',
  message: 'Messaggio',
  back: 'Torna all’elenco',
  clear: 'Svuota casella',
  clearTitle: 'Svuotare la casella di test?',
  clearText:
    'Tutti i messaggi spariscono dalla casella di test di ogni membro. I loro invii restano nell’elenco degli invii.',
  cleared: 'Casella di test svuotata',
  clearedTitle: 'La casella di test è stata svuotata',
  showCleared: 'Mostra i messaggi tolti',
  to: (name: string, address: string) => (name === address ? `A ${address}` : `A ${name}, ${address}`),
  delivery: (id: number) => `Vedi l’invio ${id}`,
  moreNotices: 'Mostra gli avvisi precedenti',
  noticeLabels: { Workspace: 'Spazio di lavoro', Host: 'Host' },
  noMail:
    'Carillon non ha potuto inviare questo avviso via email perché nessun server di posta è configurato (SMTP_URL).',
}
