// A chat bubble, for WhatsApp, Telegram and Messenger.
import { Badge } from '@mantine/core'
import { useTexts } from '../../texts/texts.tsx'
import './chat.css'
import { Actions, initialOf, Media } from './message-parts.tsx'
import { RichText } from './rich-text.tsx'
import { type DrawingProps, textOf } from './shown-message.ts'

export function ChatMessage({ message, sender, still }: DrawingProps) {
  const { messages } = useTexts()
  const approved = message.channel === 'whatsapp' ? textOf(message.own?.template) : ''
  return (
    <div className="chat">
      <div className="chat-head">
        <span className="chat-avatar" aria-hidden>
          {initialOf(sender)}
        </span>
        <span className="wrap-anywhere">{sender}</span>
        {approved !== '' && (
          <Badge color="gray" maw="60%">
            {messages.approved(approved)}
          </Badge>
        )}
      </div>
      <div className="chat-room">
        <div className="chat-bubble">
          <Media message={message} />
          <div className="chat-text">
            <RichText text={message.body} dialect={message.channel === 'whatsapp' ? 'whatsapp' : 'plain'} />
          </div>
        </div>
        <Actions message={message} still={still} className="chat-action" />
      </div>
    </div>
  )
}
