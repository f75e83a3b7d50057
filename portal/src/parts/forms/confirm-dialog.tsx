// The dialog that `confirm()` opens. Its code is loaded when it opens for the first time.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from '../../state/store.ts'
import { useTexts } from '../../texts/texts.tsx'
import { openQuestion, type Question } from './confirm.ts'
import { Dialog } from './dialog.tsx'

export default function ConfirmDialog() {
  const question = useStore(openQuestion)
  // The last question. Its text stays visible while the dialog fades out.
  const [shown, setShown] = useState(question)
  if (question !== undefined && question !== shown) setShown(question)
  return (
    <Dialog opened={question !== undefined} onClose={() => question?.answer(false)} title={shown?.title}>
      {shown && <Body key={shown.title} question={shown} />}
    </Dialog>
  )
}

function Body({ question }: { question: Question & { answer: (yes: boolean) => void } }) {
  const { common } = useTexts()
  const [typed, setTyped] = useState('')
  const ready = question.typed === undefined || typed.trim() === question.typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) question.answer(true)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text component="div" size="sm" className="wrap-anywhere">
          {question.text}
        </Text>
        {question.typed !== undefined && (
          <TextInput
            label={common.typeToConfirm(question.typed)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => question.answer(false)}>
            {question.no ?? common.cancel}
          </Button>
          <Button type="submit" color={question.harmless ? 'verdigris' : 'red'} disabled={!ready}>
            {question.yes}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
