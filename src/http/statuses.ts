// The statuses of a delivery, as the API's answers and filters spell them.

export const statuses = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const
