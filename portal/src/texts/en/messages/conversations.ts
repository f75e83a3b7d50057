// Conversations, in English.

export const conversations = {
  title: 'Conversations',
  text: 'What people wrote back, with the messages they answered.',
  conversation: 'Conversation',
  channel: 'Channel',
  empty: 'Nobody has written yet',
  emptyText:
    'Replies on Telegram, WhatsApp and Messenger stand here, beside what you sent. Your application hears of them as message.received.',
  media: 'A file',
  toRecipient: 'Go to the recipient',
  older: 'Show older',
  wrote: 'wrote',
  weSent: 'we sent',
  answers: (id: number) => `about delivery ${id}`,
}
