// Describes the limits of src/limits/access.ts. Also describes the settings that limit connections and requests. The
// list in src/limit-words.ts contains these descriptions.
import { requestSettings } from '../access-settings.ts'
import { characters, entry, type Group, group, INTERNAL, items, time } from '../limit-group.ts'
import {
  connectionTests,
  credentials,
  guessing,
  mailLimits,
  passwords,
  secondFactor,
  validity,
  wrongRequests,
} from './access.ts'

/** The default values of the settings that limit connections and requests. */
const requestDefaults = {
  MAX_CONNECTIONS: requestSettings.MAX_CONNECTIONS.default,
  MAX_CONNECTIONS_PER_ADDRESS: requestSettings.MAX_CONNECTIONS_PER_ADDRESS.default,
  REQUEST_TIMEOUT: requestSettings.REQUEST_TIMEOUT.default,
  HEADERS_TIMEOUT: requestSettings.HEADERS_TIMEOUT.default,
  BODY_TIMEOUT: requestSettings.BODY_TIMEOUT.default,
  BODY_RATE: requestSettings.BODY_RATE.default,
  STALL_TIMEOUT: requestSettings.STALL_TIMEOUT.default,
  IDLE_TIMEOUT: requestSettings.IDLE_TIMEOUT.default,
}

export const accessGroups: Group[] = [
  group('Keys and tokens', credentials, {
    name: characters('the name of a key or token'),
    keysOfSource: items('active keys of one kind on a source', '409'),
    managementTokens: items('active management tokens', '409'),
    endedListed: items('expired and revoked keys or tokens in a list', 'older keys and tokens are not listed'),
  }),
  group('Passwords and links', guessing, {
    ofAccountAndNetwork: items(
      'wrong passwords on one account from one network within the counting window (next row)',
      '429',
    ),
    window: time('the counting window of wrong passwords and links', 'the count starts again from zero'),
    ofAccountElsewhere: items('wrong passwords on one account per day, from networks where it never signed in', '429'),
    knownNetworks: items(
      'networks that are remembered for an account because it signed in from them',
      'the oldest network is removed',
    ),
    networkRetention: time(
      'the time for which a network is remembered after the last sign-in from it',
      'the network is removed',
    ),
    ofNetwork: items(
      'wrong passwords from one network within the counting window, in each process; wrong links have a separate limit of the same size',
      '429',
    ),
    unknownCounters: INTERNAL,
  }),
  group('Wrong requests from one network per minute, in each process', wrongRequests, {
    credentials: items(
      'requests with a wrong key, token or session',
      '429; requests with a valid key, token or session are still accepted',
    ),
    links: items(
      'requests with an invalid link of a button; invalid unsubscribe links have a separate limit of the same size',
      '429',
    ),
    ofProvider: items('refused requests to one connection (`/inbound/…`)', '429'),
  }),
  group('Second factor', secondFactor, {
    recoveryCodes: INTERNAL,
    setup: time('the time between the start of the set-up and its first code', '422; start the set-up again'),
  }),
  group('Passwords', passwords, {
    shortest: INTERNAL,
    longest: characters(`the length of a password (minimum: ${passwords.shortest})`),
    maxQueued: items('sign-ins that wait for their password check, in each process', '503'),
    patience: time('the time that a sign-in waits for its password check', '503'),
  }),
  group('Validity', validity, {
    sessionUnused: time('an unused session', 'it ends'),
    session: time('a session', 'it ends'),
    setupLink: time('the setup link that the first start prints', 'the next start prints a new link'),
    invitation: time('an invitation', 'the link is refused'),
    passwordLink: time('a link for a new password', 'the link is refused'),
    preferenceLink: time("a link to a recipient's preferences", 'the page reports an invalid link'),
    pushRegistration: time(
      'a token with which a browser or an app registers for push messages',
      'the token is refused',
    ),
  }),
  group('HTTP connections and request timeouts (default values of the settings)', requestDefaults, {
    MAX_CONNECTIONS: items('`MAX_CONNECTIONS`: open connections to a process', 'further connections are closed'),
    MAX_CONNECTIONS_PER_ADDRESS: items(
      '`MAX_CONNECTIONS_PER_ADDRESS`: open connections from one client network (no limit when `TRUST_PROXY` is set)',
      'further connections are closed',
    ),
    REQUEST_TIMEOUT: entry('`REQUEST_TIMEOUT`: the time to receive a whole request', 'seconds', '408'),
    HEADERS_TIMEOUT: entry('`HEADERS_TIMEOUT`: the time to receive the headers of a request', 'seconds', '408'),
    BODY_TIMEOUT: entry(
      `\`BODY_TIMEOUT\`: the time to receive a body that arrives at less than ${requestDefaults.BODY_RATE} bytes a second (\`BODY_RATE\`)`,
      'seconds',
      '408',
    ),
    BODY_RATE: INTERNAL,
    STALL_TIMEOUT: entry(
      '`STALL_TIMEOUT`: the time during a request in which no byte is sent or received',
      'seconds',
      'the connection is closed',
    ),
    IDLE_TIMEOUT: entry(
      '`IDLE_TIMEOUT`: the time that a connection stays open without a request',
      'seconds',
      'the connection is closed',
    ),
  }),
  group('Invitations, notices and password mails', mailLimits, {
    invitationsOfWorkspace: items('invitations to a workspace per day', '429'),
    invitationsOfInviter: items('invitations by one member per day', '429'),
    invitationsToAddress: items('invitations to one address per day', '429'),
    noticesOfWorkspace: items('mailed notices of a workspace per day', 'the notice is stored but not mailed'),
    passwordMailsToAddress: items('links for a new password to one address per hour', 'no mail is sent'),
    passwordMailsOfNetwork: items('requests for a new password from one network per hour, in each process', '429'),
  }),
  group('Test messages through connections', connectionTests, {
    most: items('test messages of one network in a workspace within the counting window, in each process', '429'),
    window: time('the counting window of test messages', 'the count starts again from zero'),
    receiptFor: time('the time for which the receipt of a test message can be read', '422 on `sent_at`'),
    registration: time('the registration of a webhook at its provider', 'the registration fails'),
    contentFields: items('the fields in `content` of a test message', '422 on `content`'),
  }),
]
