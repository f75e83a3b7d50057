// The doctor's check of the database's locale. SQL must compare email addresses in the same way as this program.
import { emailKey } from '../../lib/text/email-address.ts'
import type { Database } from '../../store/database.ts'
import { readLowered } from '../../store/email-key.ts'
import { type Finding, ok, warn } from './findings.ts'

const LETTERS = 'A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z'

/**
 * Checks that `lower(email)` in the database gives the same result as `emailKey`. Recipients are found with an index on
 * `lower(email)`, which depends on the database's locale: a Turkish locale turns I into ı. A second index that does not
 * depend on the locale would slow down every insert of a recipient. The existing index cannot be dropped, because
 * version 0.1.0 needs it.
 */
export async function localeFinding(db: Database): Promise<Finding> {
  const lowered = (await readLowered(db, LETTERS)).split(',')
  const wrong = LETTERS.split(',').filter((letter, place) => lowered[place] !== emailKey(letter))
  if (wrong.length === 0) return ok('locale', 'Email addresses are compared without regard to case.')
  return warn(
    'locale',
    `The database's locale does not turn ${wrong.join(', ')} into ${wrong.map(emailKey).join(', ')}. Email addresses that differ only in the case of these letters belong to different recipients.`,
    `Delete duplicate recipients, and restore a dump into a database with another locale: create database NAME template template0 locale_provider libc locale 'C.UTF-8'.`,
  )
}
