// The table of all commands, in the order of the help.

import type { Command, Noun } from './command.ts'
import { doctorNoun } from './doctor/command.ts'
import { roleNouns } from './machine/roles.ts'
import { automationNoun } from './messages/automation.ts'
import { categoryNoun } from './messages/category.ts'
import { deliveriesNoun } from './messages/deliveries.ts'
import { inboundNoun } from './messages/inbound.ts'
import { sendNoun } from './messages/send.ts'
import { templateNoun } from './messages/template.ts'
import { testInboxNoun } from './messages/test-inbox.ts'
import { whatsappTemplateNoun } from './messages/whatsapp-template.ts'
import { conversationsNoun } from './people/conversations.ts'
import { importsNoun } from './people/imports.ts'
import { optOutsNoun } from './people/opt-outs.ts'
import { preferencesNoun } from './people/preferences.ts'
import { recipientsNoun } from './people/recipients.ts'
import { suppressionsNoun } from './people/suppressions.ts'
import { accountNoun } from './workspace/account.ts'
import { auditLogNoun } from './workspace/audit-log.ts'
import { callbacksNoun } from './workspace/callbacks.ts'
import { connectionNoun } from './workspace/connection.ts'
import { keyNoun } from './workspace/key.ts'
import { listenNoun } from './workspace/listen.ts'
import { memberNoun } from './workspace/member.ts'
import { noticesNoun } from './workspace/notices.ts'
import { sourceNoun } from './workspace/source.ts'
import { subscriptionNoun } from './workspace/subscription.ts'
import { tokenNoun } from './workspace/tokens.ts'
import { workspaceNoun } from './workspace/workspace.ts'

export const nouns: Noun[] = [
  ...roleNouns,
  tokenNoun,
  doctorNoun,
  workspaceNoun,
  sourceNoun,
  keyNoun,
  connectionNoun,
  templateNoun,
  whatsappTemplateNoun,
  categoryNoun,
  sendNoun,
  deliveriesNoun,
  listenNoun,
  conversationsNoun,
  inboundNoun,
  recipientsNoun,
  preferencesNoun,
  importsNoun,
  testInboxNoun,
  optOutsNoun,
  suppressionsNoun,
  automationNoun,
  subscriptionNoun,
  callbacksNoun,
  noticesNoun,
  memberNoun,
  accountNoun,
  auditLogNoun,
]

export const commands: Command[] = nouns.flatMap((noun) => noun.commands)
