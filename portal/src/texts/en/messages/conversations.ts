// The English texts of conversations.

export const conversations = {
  title: 'Conversations',
  text: 'Replies from recipients, with the messages that they answer.',
  conversation: 'Conversation',
  channel: 'Channel',
  anyChannel: 'Any channel',
  empty: 'No replies yet',
  emptyText:
    'Replies on Telegram, WhatsApp and Messenger appear here, next to your messages. Your application receives each reply as a message.received event.',
  media: 'File',
  toRecipient: 'View recipient',
  older: 'Show older messages',
  wrote: 'received',
  weSent: 'sent',
  answers: (id: number) => `reply to delivery ${id}`,
}
