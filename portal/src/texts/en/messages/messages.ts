// The English texts of message previews and the test inbox.

export const messages = {
  as: (channel: string) => `Preview of the message on ${channel}`,
  noSubject: 'No subject',
  emailOf: (subject: string) => `Email “${subject}”`,
  approved: (name: string) => `Approved template ${name}`,
  noLinkForViewers: 'Viewers cannot use this link.',
}

export const testInbox = {
  title: 'Test inbox',
  text: 'Messages sent with test keys, as each channel shows them. None of them reached a recipient.',
  nothing: 'No test messages yet',
  nothingText:
    'Send a message with a svc_test_ key. It is processed like a live message but only appears here. The overview has a request that you can copy.',
  to: (name: string, address: string) => (name === address ? `To ${address}` : `To ${name}, ${address}`),
  delivery: (id: number) => `View delivery ${id}`,
  moreNotices: 'Show older notices',
  noMail: 'Kept here because no mail server is configured (SMTP_URL),',
}
