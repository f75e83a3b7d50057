// PGlite whose SQL parser V8 never optimizes. This file is JavaScript, like worker.js.

// @ts-check
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'

const SYNC = [0x53, 0, 0, 0, 4]
/** Binds a statement that does not exist, which needs no parser. */
const UNKNOWN_STATEMENT = Uint8Array.from([0x42, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, ...SYNC])
/** Prepares the statement `?`, which is a syntax error. */
const SYNTAX_ERROR = Uint8Array.from([0x50, 0, 0, 0, 9, 0, 0x3f, 0, 0, 0, ...SYNC])

/**
 * The parser is one function of 105 kB. To optimize it, V8 of Node 24 takes 0.6 seconds of processor time and 500 MB of
 * memory at every start. The service prepares its statements once, so it needs no fast parser.
 */
export class Database extends PGlite {
  /**
   * PGlite calls this method before its first query, to read the array types. The wire protocol does not need them.
   * @override
   */
  async _initArrayTypes() {
    // V8 compiles a function when it is first called, and adds counters to a function that it may optimize later.
    // Compile the functions that a transaction shares with counters, and then the parser without.
    this.execProtocolRawSync(UNKNOWN_STATEMENT)
    setFlagsFromString('--wasm-tier-up-filter=0')
    try {
      this.execProtocolRawSync(SYNTAX_ERROR)
    } finally {
      setFlagsFromString('--wasm-tier-up-filter=-1')
    }
  }
}
