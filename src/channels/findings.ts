// The result of a connection's check.

/** The results of a check, written for a person. */
export interface ConnectionFindings {
  /** A text for each working part of the connection. */
  found: string[]
  /** The problem of each invalid setting, by the name of the setting. Empty if messages can be sent. */
  problems: Record<string, string>
}
