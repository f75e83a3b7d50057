// Messages drawn as their channel shows them, and the test inbox, in English.

export const messages = {
  as: (channel: string) => `The message as ${channel} shows it`,
  noSubject: 'No subject',
  emailOf: (subject: string) => `The email “${subject}”`,
  approved: (name: string) => `Approved template ${name}`,
  noLinkForViewers: 'Viewers cannot use this link.',
}

export const testInbox = {
  title: 'Test inbox',
  text: 'What test keys sent, as each channel would show it. Nothing here reached anybody.',
  nothing: 'No test message yet',
  nothingText:
    'Send one with a svc_test_ key: it goes through everything a real one does and ends here. The overview has a request ready to copy.',
  to: (name: string, address: string) => (name === address ? `To ${address}` : `To ${name}, ${address}`),
  delivery: (id: number) => `Everything about delivery ${id}`,
  moreNotices: 'Show older notices',
  noMail: 'Kept here because no mail server is set (SMTP_URL),',
}
