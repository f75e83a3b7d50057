// The mail server of the email benchmark. It receives the messages of both programs that are compared.
import { SMTPServer } from 'smtp-server'
import { timeArrivals } from './arrivals.mjs'

const arrived = timeArrivals()
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  logger: false,
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on('data', () => {})
    stream.on('end', () => arrived('', () => done()))
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address())
  process.send?.({ url: `smtp://127.0.0.1:${port}` })
})
