// A person on WhatsApp: as recipients hold them, and as requests and notices of the Cloud API name them.

/** From a notice: a phone number in E.164, or the id of a person who shows no number to businesses, as it is. */
export function addressOf(id: string): string {
  return /^\d{5,20}$/.test(id) ? `+${id}` : id
}

/** The part of a request that says whom it is for. */
export function receiverOf(address: string): { to: string } | { recipient: string } {
  return /^\+?\d+$/.test(address) ? { to: address.replace('+', '') } : { recipient: address }
}
