// The page of the example. It subscribes this browser, registers the browser with a token from the server, and shows
// the buttons of a clicked notification.

const status = document.querySelector('#status')

/** Runs a function when a button is clicked, and shows its result. */
function onClick(id, work) {
  document.querySelector(id).addEventListener('click', async () => {
    try {
      status.textContent = await work()
    } catch (error) {
      status.textContent = error.message
    }
  })
}

onClick('#on', async () => {
  if ((await Notification.requestPermission()) !== 'granted') return 'Notifications are blocked in this browser.'
  const registration = await navigator.serviceWorker.register('/worker.js')
  await navigator.serviceWorker.ready
  const { token, vapid_public_key, carillon } = await post('/api/token')
  // A subscription is valid only with the public key with which it was created.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapid_public_key,
  })
  const { devices } = await callCarillon('POST', carillon, token, { kind: 'web', ...subscription.toJSON() })
  return `Notifications are on (${devices} of your browsers).`
})

onClick('#off', async () => {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return 'Notifications are off.'
  const { token, carillon } = await post('/api/token')
  await callCarillon('DELETE', carillon, token, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  return 'Notifications are off.'
})

onClick('#send', async () => {
  const { delivery_id } = await post('/api/send')
  return `Accepted as delivery ${delivery_id}.`
})

/** Sends a request to the example's server. */
function post(path) {
  return read(fetch(path, { method: 'POST' }))
}

/**
 * Sends a request to Carillon. Carillon accepts registrations from pages of all origins, because the token identifies
 * the recipient.
 */
function callCarillon(method, carillon, token, device) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return read(fetch(`${carillon}/v1/push/devices`, { method, headers, body: JSON.stringify(device) }))
}

async function read(answering) {
  const answer = await answering
  const text = await answer.text()
  const body = text === '' ? {} : JSON.parse(text)
  if (!answer.ok) throw new Error(body.message ?? `The request failed with status ${answer.status}.`)
  return body
}

/**
 * Lists all buttons of a notification. The service worker opens this page if a notification has more buttons than the
 * browser shows.
 */
function showChosen() {
  if (location.hash.length < 2) return
  const { title, body, actions } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  const chosen = document.querySelector('#chosen')
  const heading = document.createElement('h2')
  heading.textContent = title
  const text = document.createElement('p')
  text.textContent = body
  const links = actions
    .filter(({ url }) => /^https?:/.test(url))
    .map(({ title: label, url }) => {
      const link = document.createElement('a')
      link.href = url
      link.textContent = label
      const item = document.createElement('p')
      item.append(link)
      return item
    })
  chosen.replaceChildren(heading, text, ...links)
  chosen.hidden = false
}

showChosen()
addEventListener('hashchange', showChosen)
