// The values that a request set only for its message. A resend uses them again.
export interface StatedFields {
  address?: string
  locale?: string
  subject?: string
  expires_after?: string
  quiet_hours?: 'respect' | 'ignore'
}
