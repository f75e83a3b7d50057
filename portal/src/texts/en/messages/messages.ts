// The English texts of message previews and the test inbox.

export const messages = {
  as: (channel: string) => `Preview of the message on ${channel}`,
  noSubject: 'No subject',
  emailOf: (subject: string) => `Email “${subject}”`,
  approved: (name: string) => `Approved template ${name}`,
  segments: (segments: number, encoding: string, units: number) =>
    `${segments} ${segments === 1 ? 'segment' : 'segments'} (${encoding}, ${units} characters)`,
  noLinkForViewers: 'Viewers cannot use this link.',
}

export const testInbox = {
  title: 'Test inbox',
  text: 'Previews of the messages sent with test keys. These messages are not sent to recipients.',
  nothing: 'No test messages yet',
  nothingText:
    'Send a message with a test key (svc_test_…). It is processed like a live message but appears only here. You can copy a sample request from the overview.',
  noneMatch: 'No messages match',
  noneMatchText: 'Change or remove a filter.',
  search: 'Name, address, subject or text',
  searchOfViewer: 'Name or address',
  list: 'Test messages',
  message: 'Message',
  back: 'Back to the list',
  clear: 'Clear inbox',
  clearTitle: 'Clear the test inbox?',
  clearText:
    'All messages disappear from the test inbox of every member. Their deliveries stay in the list of deliveries.',
  cleared: 'Test inbox cleared',
  clearedTitle: 'The test inbox is cleared',
  showCleared: 'Show cleared messages',
  to: (name: string, address: string) => (name === address ? `To ${address}` : `To ${name}, ${address}`),
  delivery: (id: number) => `View delivery ${id}`,
  moreNotices: 'Show older notices',
  noticeLabels: { Workspace: 'Workspace', Host: 'Host' },
  noMail: 'Carillon could not email this notice because no mail server is configured (SMTP_URL).',
}
