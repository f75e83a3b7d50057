// Ends the session on the server and clears all data in the browser.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { tryRequest } from '../api/request.ts'
import { leftSignedOut } from './expired.ts'

export function useSignOut(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signOut = async () => {
    await tryRequest('signOut', {})
    leftSignedOut()
    await navigate({ to: '/sign-in' })
    client.clear()
  }
  return () => void signOut()
}
