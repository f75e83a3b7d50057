// The service worker of the example. It shows notifications and opens the links of clicked buttons. When the browser
// renews its subscription, the worker registers the new subscription with Carillon.

self.addEventListener('push', (event) => {
  const { title, actions, data, ...rest } = event.data.json()
  const shown = actions
    .slice(0, Notification.maxActions ?? 2)
    .map(({ action, title: label }) => ({ action, title: label }))
  event.waitUntil(
    self.registration.showNotification(title, {
      ...rest,
      actions: shown,
      data: { ...data, title, body: rest.body, actions },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(targetOf(event.action, event.notification.data)))
})

/**
 * Returns the link of the clicked button. If no button was clicked, returns the notification's link. If there is no
 * link, returns the page that lists all buttons.
 */
function targetOf(action, { url, title, body, actions }) {
  const clicked = actions.find((one) => one.action === action)
  if (clicked) return clicked.url
  if (url) return url
  return actions.length === 0 ? '/' : `/#${encodeURIComponent(JSON.stringify({ title, body, actions }))}`
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain())
})

async function subscribeAgain() {
  const answer = await fetch('/api/token', { method: 'POST' })
  const { token, vapid_public_key, carillon } = await answer.json()
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapid_public_key,
  })
  await fetch(`${carillon}/v1/push/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'web', ...subscription.toJSON() }),
  })
}
