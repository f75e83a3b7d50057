// The component that shows short messages.
import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'

export const { show } = notifications

export default function ToastList() {
  return <Notifications position="bottom-right" />
}
