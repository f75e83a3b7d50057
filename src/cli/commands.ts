// The table of commands: everything `carillon` can be told, in the order help shows it.

import { accountNoun } from './account.ts'
import { auditLogNoun } from './audit-log.ts'
import { automationNoun } from './automation.ts'
import { callbacksNoun } from './callbacks.ts'
import type { Command, Noun } from './command.ts'
import { connectionNoun } from './connection.ts'
import { conversationsNoun } from './conversations.ts'
import { deliveriesNoun } from './deliveries.ts'
import { doctorNoun } from './doctor-command.ts'
import { importsNoun } from './imports.ts'
import { inboundNoun } from './inbound.ts'
import { keyNoun } from './key.ts'
import { listenNoun } from './listen.ts'
import { memberNoun } from './member.ts'
import { noticesNoun } from './notices.ts'
import { optOutsNoun } from './opt-outs.ts'
import { recipientsNoun } from './recipients.ts'
import { roleNouns } from './roles.ts'
import { sendNoun } from './send.ts'
import { sourceNoun } from './source.ts'
import { subscriptionNoun } from './subscription.ts'
import { templateNoun } from './template.ts'
import { testInboxNoun } from './test-inbox.ts'
import { tokenNoun } from './tokens.ts'
import { whatsappTemplateNoun } from './whatsapp-template.ts'
import { workspaceNoun } from './workspace.ts'

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
  sendNoun,
  deliveriesNoun,
  listenNoun,
  conversationsNoun,
  inboundNoun,
  recipientsNoun,
  importsNoun,
  testInboxNoun,
  optOutsNoun,
  automationNoun,
  subscriptionNoun,
  callbacksNoun,
  noticesNoun,
  memberNoun,
  accountNoun,
  auditLogNoun,
]

export const commands: Command[] = nouns.flatMap((noun) => noun.commands)
