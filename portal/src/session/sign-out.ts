// Signing out: the session ends on the server, and nothing that was read stays in the browser.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { tryAsk } from '../api/ask.ts'
import { leftSignedOut } from './expired.ts'

export function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signOut = async () => {
    await tryAsk('signOut', {})
    leftSignedOut()
    await navigate({ to: '/sign-in' })
    client.clear()
  }
  return () => void signOut()
}
