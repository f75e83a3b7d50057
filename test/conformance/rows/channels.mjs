// Statements about the behavior of each channel.

import { part } from '../part.mjs'

export const channels = part(
  'channels',
  'Channel behavior',
  `
WA-01    channels Outside the 24-hour conversation window a provider-approved template is required
WA-02    channels Inside the 24-hour conversation window no approved template is needed
WA-03    channels URL buttons go out only with an approved template
WA-04    channels Images go out only with a template that has an image header
WA-05    channels The media of a send becomes the image header of the template
WA-06    core     A whatsapp send is addressed to the recipient's E.164 phone; without one it is refused
WA-07    channels The variables 1, 2, … become the positional parameters of the approved template
TG-01    channels A recipient who has not started the bot cannot be reached, and the delivery reports it
TG-02    core     A telegram send is addressed to the recipient's telegram_chat_id
TG-03    channels Actions become inline-keyboard buttons
TG-04    channels Media goes out as a separate photo before the text message
EMAIL-01 email    Attachments given as base64 arrive in the message byte for byte
EMAIL-02 email    Attachments given by URL are fetched and arrive in the message
EMAIL-03 email    Every email has a List-Unsubscribe header
EMAIL-04 core     The subject comes from the template when the send has none
EMAIL-05 core     A subject field in the send overrides the template's subject
EMAIL-06 email    The HTML part is made from the text body
EMAIL-07 email    Media is added to the message as an attachment
MSGR-01  channels A connected page with messaging permission is required; without the permission the connection reports it
MSGR-02  channels Outside the 24-hour standard messaging window a message is not sent, and the reason is given
MSGR-03  channels Actions become quick replies
MSGR-04  channels Actions become URL buttons of a template
MSGR-05  channels An image goes out as an attachment
MSGR-06  channels A video goes out as an attachment
DISC-01  channels Messages are posted to the channel's webhook URL
DISC-02  channels Embeds with color, title and fields are sent
DISC-03  core     There are no buttons on discord: a send with actions is refused
SLACK-01 channels A connection by webhook URL sends
SLACK-02 channels A connection by bot token with chat-write permission sends
SLACK-03 channels Rich content in block layout is sent
SLACK-04 channels The recipient's Slack channel is used when it has one
SLACK-05 channels Otherwise the Slack channel of the source's connection is used
SLACK-06 channels Actions are plain links on slack; there is no interactivity through callbacks
PUSH-01  core     push is a channel like the others: a send that names it is accepted and delivered
`,
)
