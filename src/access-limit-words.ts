// The words of src/access-limits.ts and of the settings of connections and requests. Part of src/limit-words.ts.
import { credentials, guessing, mailLimits, passwords, validity, wrongRequests } from './access-limits.ts'
import { characters, entry, type Group, group, INTERNAL, items, time } from './limit-group.ts'
import { requestSettings } from './request-settings.ts'

/** The numbers of a process whose operator sets no others. */
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
    keysOfSource: items('keys of one kind in use on a source', '409'),
    managementTokens: items('management tokens in use', '409'),
    endedListed: items('ended keys or tokens in a list', 'older ones are not listed'),
  }),
  group('Passwords and links', guessing, {
    ofAccountAndNetwork: items('wrong passwords on one account from one network, in the window below', '429'),
    window: time('the window of wrong passwords and links', 'the count begins again'),
    ofAccountElsewhere: items('wrong passwords on one account, a day, from networks where it never signed in', '429'),
    knownNetworks: items('networks that an account signed in from', 'the oldest is forgotten'),
    networkRetention: time('a network that an account signed in from', 'it is forgotten'),
    ofNetwork: items('wrong passwords, and wrong links, of one network in the window above, in each process', '429'),
    unknownCounters: INTERNAL,
  }),
  group('Wrong requests of one network, a minute, in each process', wrongRequests, {
    credentials: items('wrong keys, tokens and sessions', '429; a right one is accepted at any time'),
    links: items('wrong links of buttons, and wrong links to unsubscribe', '429'),
    ofProvider: items('refused requests to one connection (`/inbound/…`)', '429'),
  }),
  group('Passwords', passwords, {
    shortest: INTERNAL,
    longest: characters(`a password; it has at least ${passwords.shortest}`),
    maxQueued: items('passwords that wait to be checked, in each process', '503'),
    patience: time('the wait of a password to be checked', '503'),
  }),
  group('Validity', validity, {
    sessionUnused: time('a session that is not used', 'it ends'),
    session: time('a session', 'it ends'),
    setupLink: time('the link of the first start', 'a new start prints another'),
    invitation: time('an invitation', 'the link is refused'),
    passwordLink: time('a link for a new password', 'the link is refused'),
    pushRegistration: time('a token with which a browser or app registers', 'the token is refused'),
  }),
  group('Connections and pace of requests (default of the named setting)', requestDefaults, {
    MAX_CONNECTIONS: items('`MAX_CONNECTIONS`: open connections to a process', 'further ones are closed'),
    MAX_CONNECTIONS_PER_ADDRESS: items(
      '`MAX_CONNECTIONS_PER_ADDRESS`: those of one client network; without effect behind `TRUST_PROXY`',
      'further ones are closed',
    ),
    REQUEST_TIMEOUT: entry('`REQUEST_TIMEOUT`: a whole request, until it has arrived', 'seconds', '408'),
    HEADERS_TIMEOUT: entry('`HEADERS_TIMEOUT`: the headers of a request', 'seconds', '408'),
    BODY_TIMEOUT: entry(
      `\`BODY_TIMEOUT\`: a body of fewer than ${requestDefaults.BODY_RATE} bytes a second (\`BODY_RATE\`)`,
      'seconds',
      '408',
    ),
    BODY_RATE: INTERNAL,
    STALL_TIMEOUT: entry('`STALL_TIMEOUT`: no byte in either direction', 'seconds', 'the connection is closed'),
    IDLE_TIMEOUT: entry('`IDLE_TIMEOUT`: a connection without a request', 'seconds', 'the connection is closed'),
  }),
  group('Mail to people', mailLimits, {
    invitationsOfWorkspace: items('invitations of a workspace, a day', '429'),
    invitationsOfInviter: items('invitations by one member, a day', '429'),
    invitationsToAddress: items('invitations to one address, a day', '429'),
    noticesOfWorkspace: items('mailed notices of a workspace, a day', 'the notice is kept, and not mailed'),
    passwordMailsToAddress: items('links for a new password to one address, an hour', 'no mail is sent'),
    passwordMailsOfNetwork: items('requests of one network for a new password, an hour, in each process', '429'),
  }),
]
