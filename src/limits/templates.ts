// Limits of templates and layouts, and of rendering and checking them. Part of src/limits.ts.

/** Limits of the records of a workspace. */
export const templateRecords = {
  /** Characters of a tag, and tags of a template. */
  tag: 50,
  tags: 20,
  /** Layouts of a workspace. */
  layouts: 200,
} as const

/** Limits of the language Liquid. Times are in milliseconds. */
export const liquid = {
  /** Characters of all texts that one thread parses for one message. */
  parsed: 1_000_000,
  /** Maximum time to render one text. Liquid checks the time before each part of the text. */
  time: 250,
  /** Maximum number of characters and list items that filters and loops of one text may create. */
  memory: 4_000_000,
  /** Maximum number of characters of one rendered text. */
  output: 524_288,
  /** Maximum time of a thread for one message. It also limits a single filter, and ends the thread. */
  message: 1000,
  /** Maximum time of the threads for all messages of one request. */
  request: 5000,
  /** Maximum time for which a message waits until other messages of its workspace are rendered. */
  wait: 30_000,
  /** Maximum heap of a thread in megabytes. */
  heap: 96,
  /** Maximum number of messages of a process that wait for a thread. */
  queued: 500,
} as const

/** Limits of checking a template when it is saved. Times are in milliseconds. */
export const templateChecks = {
  /** Maximum time to check the content of a template, with all its languages. */
  time: 10_000,
  /** Maximum heap of the thread in megabytes. MJML of 100,000 characters needs about 100 MB. */
  heap: 384,
  queued: 16,
  /** Maximum number of nested elements in MJML. */
  depth: 100,
  /** Maximum number of characters of HTML that MJML compiles to. */
  compiled: 400_000,
} as const
