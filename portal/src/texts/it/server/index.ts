// The Italian translations of server texts. They are loaded together with the first page that shows a server text. The
// keys are the English texts.
import { type ServerCatalog, type ServerText, serverTextOf } from '../../server-text.ts'
import { access } from './access.ts'
import { admission } from './admission.ts'
import { carriers } from './carriers.ts'
import { channels } from './channels.ts'
import { connections } from './connections.ts'
import { delivery } from './delivery.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { mail } from './mail.ts'
import { mailserver } from './mailserver.ts'
import { messenger } from './messenger.ts'
import { meta } from './meta.ts'
import { overview } from './overview.ts'
import { push } from './push.ts'
import { recipients } from './recipients.ts'
import { slack } from './slack.ts'
import { sms } from './sms.ts'
import { telegram } from './telegram.ts'
import { templates } from './templates.ts'
import { values } from './values.ts'
import { whatsapp } from './whatsapp.ts'

export const serverTexts: ServerCatalog = {
  ...values,
  ...channels,
  ...meta,
  ...mailserver,
  ...email,
  ...telegram,
  ...whatsapp,
  ...messenger,
  ...discord,
  ...slack,
  ...carriers,
  ...sms,
  ...push,
  ...mail,
  ...connections,
  ...delivery,
  ...admission,
  ...recipients,
  ...templates,
  ...access,
  ...overview,
}

/** The words between the entries of a list. */
const serverLists: Record<string, string> = { ' or ': ' o ', ' and ': ' e ', ' and no ': ' e non ha ' }

export const serverText: ServerText = serverTextOf(serverTexts, serverLists)
