// The English texts of conversations.

export const conversations = {
  title: 'Conversations',
  text: 'Replies from recipients, with the messages they reply to.',
  conversation: 'Conversation',
  channel: 'Channel',
  empty: 'No replies yet',
  emptyText:
    'Replies on Telegram, WhatsApp and Messenger appear here, next to your messages. Your application receives them as message.received events.',
  media: 'File',
  toRecipient: 'View recipient',
  older: 'Show older messages',
  wrote: 'received',
  weSent: 'sent',
  answers: (id: number) => `reply to delivery ${id}`,
}
