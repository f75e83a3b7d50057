// /sign-in/callback: the page to which the OpenID Connect provider sends the browser back.
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Operations } from '../../../sdk/src/api.ts'
import { useChange } from '../api/queries.ts'
import { Loading, ProblemNotice } from '../parts/states.tsx'
import { useTexts } from '../texts/texts.tsx'
import { asksForCode, CodeField, useCodeStep } from './code-step.tsx'
import { OutsideFrame } from './outside-frame.tsx'
import { portalPath } from './provider.ts'
import { storeSession } from './session.ts'
import { ToSignIn } from './to-sign-in.tsx'

export default function CallbackPage() {
  const { session } = useTexts()
  const codeStep = useCodeStep()
  const { finish, send } = useFinish(codeStep.noteProblem)
  const form = useForm({ initialValues: { code: '' } })
  const submit = form.onSubmit(({ code }) => send(code))
  if (!codeStep.isNeeded && !finish.error)
    return (
      <OutsideFrame title={session.signingIn}>
        <Loading lines={2} />
      </OutsideFrame>
    )
  return (
    <OutsideFrame title={session.signIn}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {finish.error && !asksForCode(finish.error) && (
            <ProblemNotice error={finish.error} title={session.providerFailed} />
          )}
          {codeStep.isNeeded && (
            <>
              <CodeField {...form.getInputProps('code')} />
              <Button type="submit" size="md" loading={finish.isPending}>
                {session.signIn}
              </Button>
            </>
          )}
          <ToSignIn />
        </Stack>
      </form>
    </OutsideFrame>
  )
}

/** Sends the query of the URL once, because the provider accepts its code only once. */
function useFinish(noteProblem: (error: Error) => boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const finish = useChange('finishProviderSignIn', ['listIdentities'])
  const hasStarted = useRef(false)
  const open = ({ session, linked, to }: Operations['finishProviderSignIn']['answer']) => {
    storeSession(client, session)
    const [first] = session.workspaces
    const account = first === undefined ? '/' : `/w/${first.id}/account`
    void navigate({ href: linked ? account : portalPath(to), replace: true })
  }
  const send = (code?: string) =>
    finish.mutate(
      { body: { query: location.search, ...(code === undefined ? {} : { code }) } },
      { onSuccess: open, onError: noteProblem },
    )
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    send()
  })
  return { finish, send }
}
