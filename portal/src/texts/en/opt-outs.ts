// The English texts of opt-outs.

export const optOuts = {
  title: 'Opt-outs',
  text: 'Addresses that opted out of a channel or of WhatsApp marketing. They still receive essential templates.',
  mode: 'Mode',
  search: 'Search by address',
  add: 'Add opt-out',
  addTitle: (mode: string) => `Add an opt-out (${mode})`,
  channel: 'Channel',
  emailAddress: 'Email address',
  addHint:
    'Add an opt-out if a recipient asked you directly, or if you move opt-outs from another system. It applies to all sources of this workspace.',
  added: (address: string) => `Opt-out of ${address} added`,
  none: 'No opt-outs yet',
  noneText:
    'Every email contains an opt-out link. An address appears here when its recipient uses the link, or when a provider such as WhatsApp reports an opt-out.',
  noneTest: 'Recipients who use the unsubscribe link of a message in the test inbox appear here.',
  noneMatch: 'No matching opt-outs',
  noneMatchText: 'Enter a shorter part of the address, or switch between live and test.',
  address: 'Address',
  origin: 'Origin',
  byLink: (delivery: number) => `Link in delivery ${delivery}`,
  manual: 'Added manually',
  manualOrProvider: 'Added manually, or reported by the provider',
  inWhatsapp: 'Turned off marketing messages in WhatsApp',
  at: 'Opted out',
  remove: 'Remove opt-out',
  removeTitle: (address: string) => `Remove the opt-out of ${address}?`,
  removeText: 'This recipient opted out of email. Remove the opt-out only if the recipient asked for it.',
  removeWhatsappText:
    'This recipient turned off marketing messages in WhatsApp. Remove the opt-out only if the recipient asked for it. WhatsApp can refuse messages until the recipient turns them on again.',
  removeTextOf: (channel: string) =>
    `This recipient opted out of messages on ${channel}. Remove the opt-out only if the recipient asked for it.`,
  removed: (address: string) => `Opt-out of ${address} removed`,
  optedOut: 'Opted out of email',
  optedOutOfMarketing: 'Opted out of WhatsApp marketing',
  optedOutOf: (channel: string) => `Opted out of ${channel}`,
  essentialOnly: 'Only essential templates are sent to this address.',
  noMarketing: 'Marketing templates are not sent to this number, unless they are essential.',
  loadFailed: 'Could not load opt-outs',
}
