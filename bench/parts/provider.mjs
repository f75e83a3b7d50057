// A provider for the benchmarks. It responds like Discord.
import { createServer } from 'node:http'
import { timeArrivals } from './arrivals.mjs'

const arrived = timeArrivals()
const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('latin1')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () =>
    arrived(text, (received) => {
      const body = `{"id":"${received}","channel_id":"1"}`
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    }),
  )
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.({ url: `http://127.0.0.1:${address.port}` })
})
