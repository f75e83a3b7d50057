// The words that the check of wording refuses, each with its replacement. docs/style.md explains them.

/**
 * @typedef {'comment' | 'docs' | 'text' | 'title'} Kind A comment of code, a page of documentation, a string that a
 *   person reads, or the title of a test.
 * @typedef {{ pattern: RegExp, write: string, kinds?: Kind[] }} Rule A rule without `kinds` applies to all kinds.
 */

/** @type {Rule[]} */
export const rules = [
  { pattern: /\b(?:tell|tells|telling|told)\b/iu, write: 'emit, notify, report, send or show' },
  { pattern: /\b(?:say|says|said|saying|sayings)\b/iu, write: 'state, show, return or report' },
  { pattern: /\b(?:hear|hears|heard)\b/iu, write: 'receive' },
  { pattern: /\b(?:look|looks|looked|looking)\b/iu, write: 'scan, check, read or find' },
  { pattern: /\b(?:want|wants|wanted)\b/iu, write: 'require, need or expect' },
  { pattern: /\btries\b/iu, write: 'attempts' },
  {
    pattern: /\b(?:a|an|another|each|every|the|first|second|third|fourth|last|next|this|one|no|its|per|\d) try\b/iu,
    write: 'attempt',
  },
  {
    pattern: /\b(?:nobody|somebody|everybody|anybody|whoever|whomever)\b/iu,
    write: 'the actor: caller, member, operator',
  },
  { pattern: /\bof (?:its|their|his|her|our|your|one's) own\b/iu, write: 'separate, or the owner by name' },
  { pattern: /\b(?:go|goes|went|going) on\b/iu, write: 'continue' },
  { pattern: /\banew\b/iu, write: 'again, or from scratch' },
  { pattern: /\b(?:mend|mends|mended|mending)\b/iu, write: 'fix or repair' },
  { pattern: /\bcaretakers?\b/iu, write: 'maintenance job' },
  { pattern: /\bhappenings?\b/iu, write: 'inbound event' },
  { pattern: /\b(?:tap|taps|tapped|tapping)\b/iu, write: 'press, or button press' },
  { pattern: /\bbooks\b/iu, write: 'invariant checks' },
  { pattern: /\blulls?\b/iu, write: 'idle period' },
  { pattern: /\bpick-ups?\b/iu, write: 'dispatch latency' },
  { pattern: /\b(?:parked|unparked)\b/iu, write: 'paused, pending or undelivered' },
  { pattern: /\bdialects?\b/iu, write: 'provider fixture' },
  { pattern: /\b(?:paid|pays|pay) back\b/iu, write: 'refund or refunded' },
  { pattern: /\btoo often\b/iu, write: 'rate limited, throttled, or the number of attempts' },
  { pattern: /\b(?:become|becomes|became) of\b/iu, write: 'result, outcome or status' },
  { pattern: /\bstands? (?:in|at|on|above|below|here|there)\b/iu, write: 'is in, is shown' },
  { pattern: /\bhouses?\b/iu, write: 'module, package or layer' },
  { pattern: /\be-mails?\b/iu, write: 'email' },
  { pattern: /\b(?:lest|nought|ought|whereof|thereof|hereby|wherein)\b/iu, write: 'a plain word' },
  {
    pattern:
      /\b(?:behaviours?|colou(?:r|rs|red)|neighbou(?:r|rs|ring)|favou(?:r|rs|rite)|honou(?:r|rs|red)|licences?|catalogues?)\b/iu,
    write: 'the American spelling',
  },
  {
    pattern:
      /\b(?:author|capital|categor|custom|final|general|initial|maxim|minim|normal|optim|organ|prior|real|recogn|serial|summar|synchron|util)is(?:e|es|ed|ing|ation)\b/iu,
    write: 'the American spelling, with z',
  },
]
