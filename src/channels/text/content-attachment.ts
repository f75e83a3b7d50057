// The description of a file that a message carries.
export interface ContentAttachment {
  filename: string
  mime_type?: string
  /** The URL from which the file is fetched. If it is absent, the bytes are in the table `attachments`. */
  url?: string
  /** The size of the decoded file in bytes. */
  size?: number
}
