// Sends the messages of the email benchmark with nodemailer, for the comparison with Carillon. It uses the same number
// of SMTP sessions, and stores nothing.
import { createTransport } from 'nodemailer'

/** Carillon opens the same number of sessions to one mail server. */
const POOL = { pool: true, maxConnections: 5, maxMessages: 100 }
const TEXT = 'Ciao Ada, the bells are ringing.'

process.on('message', (/** @type {{ url: string, count: number }} */ settings) => {
  send(settings).then(
    () => process.send?.({ done: true }),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

/** @param {{ url: string, count: number }} settings */
async function send({ url, count }) {
  const { hostname, port } = new URL(url)
  const transport = createTransport({ ...POOL, host: hostname, port: Number(port), ignoreTLS: true })
  let left = count
  const carry = async () => {
    for (; left > 0; left--)
      await transport.sendMail({
        from: 'Bench <bench@example.com>',
        to: 'ada@example.com',
        subject: 'Bench',
        text: TEXT,
        html: `<p>${TEXT}</p>`,
      })
  }
  await Promise.all(Array.from({ length: 16 }, carry))
  transport.close()
}
