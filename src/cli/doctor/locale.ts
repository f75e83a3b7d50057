// The doctor's look at the database's locale: SQL must compare the email addresses of recipients as this program does.
import { emailKey } from '../../lib/text/email-address.ts'
import type { Database } from '../../store/database.ts'
import { readLowered } from '../../store/email-key.ts'
import { type Finding, ok, warn } from './findings.ts'

const LETTERS = 'A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P,Q,R,S,T,U,V,W,X,Y,Z'

/**
 * Recipients are found by `lower(email)`, which follows the database's locale: a Turkish one turns I into ı. Another index
 * would repair it, but would be written with every recipient of every installation, and version 0.1.0 needs this one.
 */
export async function localeFinding(db: Database): Promise<Finding> {
  const lowered = (await readLowered(db, LETTERS)).split(',')
  const wrong = LETTERS.split(',').filter((letter, place) => lowered[place] !== emailKey(letter))
  if (wrong.length === 0) return ok('locale', 'Email addresses are compared without regard to case.')
  return warn(
    'locale',
    `The database's locale does not turn ${wrong.join(', ')} into ${wrong.map(emailKey).join(', ')}: recipients whose email addresses differ only in the case of such a letter are different people.`,
    `Remove recipients that are there twice, and restore a dump into a database of another locale: create database NAME template template0 locale_provider libc locale 'C.UTF-8'.`,
  )
}
