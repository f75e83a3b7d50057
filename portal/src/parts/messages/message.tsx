// Shows a message in the same way as its channel.
import type { ComponentType } from 'react'
import { useTexts } from '../../texts/texts.tsx'
import { useChannelTitle } from '../channels.ts'
import { ChatMessage } from './chat-message.tsx'
import { DiscordMessage } from './discord-message.tsx'
import { EmailMessage } from './email-message.tsx'
import './messages.css'
import { PushMessage } from './push-message.tsx'
import type { DrawingProps, EmailView, ShownMessage } from './shown-message.ts'
import { SlackMessage } from './slack-message.tsx'
import { SmsMessage } from './sms-message.tsx'

const drawings: Partial<Record<string, ComponentType<DrawingProps>>> = {
  email: EmailMessage,
  whatsapp: ChatMessage,
  telegram: ChatMessage,
  messenger: ChatMessage,
  push: PushMessage,
  discord: DiscordMessage,
  slack: SlackMessage,
  sms: SmsMessage,
}

/** If a channel has no component, chooses a component by the content of the message. */
function drawingOf({ html, notification }: ShownMessage): ComponentType<DrawingProps> {
  if (html !== undefined) return EmailMessage
  return notification === undefined ? ChatMessage : PushMessage
}

interface MessageProps {
  message: ShownMessage
  /** The name of the workspace that recipients see. */
  sender: string
  /** True in a preview. Buttons and links are then inactive. */
  still?: boolean
  /** How the preview of an email is shown. */
  view?: EmailView
}

export function Message({ message, sender, still = false, view }: MessageProps) {
  const { messages } = useTexts()
  const titleOf = useChannelTitle(message.channel)
  const Drawing = drawings[message.channel] ?? drawingOf(message)
  return (
    <figure className="message" data-channel={message.channel} aria-label={messages.as(titleOf(message.channel))}>
      <Drawing message={message} sender={sender} still={still} view={view} />
    </figure>
  )
}
