// The English texts of opt-outs.

export const optOuts = {
  title: 'Opt-outs',
  text: 'Addresses whose recipients opted out of a channel or of WhatsApp marketing. Essential templates are still sent to these addresses.',
  mode: 'Mode',
  search: 'Search by address',
  add: 'Add opt-out',
  addTitle: (mode: string) => `Add an opt-out (${mode})`,
  channel: 'Channel',
  emailAddress: 'Email address',
  addHint:
    'Add an opt-out if a recipient asked you for it directly, or if you move opt-outs from another system. The opt-out applies to all sources of this workspace.',
  added: (address: string) => `Opt-out of ${address} added`,
  none: 'No opt-outs yet',
  noneText:
    'Every email contains an unsubscribe link. An address appears here when its recipient uses the link, or when a provider such as WhatsApp reports an opt-out.',
  noneTest: 'Recipients who use the unsubscribe link of a message in the test inbox appear here.',
  noneMatch: 'No matching opt-outs',
  noneMatchText: 'Enter a shorter part of the address, or switch between live and test.',
  address: 'Address',
  origin: 'Origin',
  byLink: (delivery: number) => `Unsubscribe link in delivery ${delivery}`,
  manual: 'Added manually',
  manualOrProvider: 'Added manually, or reported by the provider',
  inWhatsapp: 'Turned off marketing messages in WhatsApp',
  at: 'Opted out',
  remove: 'Remove opt-out',
  removeTitle: (address: string) => `Remove the opt-out of ${address}?`,
  removeText: 'This recipient opted out of email. Remove the opt-out only if the recipient asked for it.',
  removeWhatsappText:
    'This recipient turned off marketing messages in WhatsApp. Remove the opt-out only if the recipient asked for it. WhatsApp can refuse your messages until the recipient turns on marketing messages again.',
  removeTextOf: (channel: string) =>
    `This recipient opted out of messages on ${channel}. Remove the opt-out only if the recipient asked for it.`,
  removed: (address: string) => `Opt-out of ${address} removed`,
  optedOut: 'Opted out of email',
  optedOutOfMarketing: 'Opted out of WhatsApp marketing',
  optedOutOf: (channel: string) => `Opted out of ${channel}`,
  essentialOnly: 'Only essential templates are sent to this address.',
  noMarketing: 'A marketing template is sent to this number only if the template is essential.',
  loadFailed: 'Could not load opt-outs',
}
