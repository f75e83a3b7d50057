// The members of the workspace as a table, with their roles.
import { ActionIcon, Badge, Button, Select } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { problemOf } from '../../api/problem.ts'
import { type ListRow, useChange } from '../../api/queries.ts'
import { confirm } from '../../parts/forms/confirm.ts'
import { showToast } from '../../parts/forms/form-problems.ts'
import { type Column, Rows } from '../../parts/lists/table.tsx'
import { PersonCell, SecondFactorBadge } from '../../parts/person-cells.tsx'
import { sentenceOf } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSession } from '../../session/session.ts'
import { useMay, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { type Role, roles } from './roles.ts'

type Member = ListRow<'listMembers'>

export function MemberTable({ rows }: { rows: Member[] }) {
  const { common, members, secondFactor } = useTexts()
  const { actor } = useSession()
  const isMe = (member: Member) => actor.kind === 'member' && actor.id === member.id
  const columns: Column<Member>[] = [
    {
      title: common.name,
      cell: (row) => <PersonCell person={row} badges={isMe(row) && <Badge variant="default">{members.you}</Badge>} />,
    },
    { title: members.role, cell: (row) => <MemberRole member={row} />, from: 'md' },
    {
      title: secondFactor.title,
      cell: (row) => <SecondFactorBadge isOn={row.second_factor} />,
      from: 'md',
      labeled: true,
    },
    { title: members.joinedColumn, cell: (row) => <Time at={row.joined_at} />, quiet: true, from: 'lg', labeled: true },
    {
      title: members.lastActiveColumn,
      cell: (row) => (row.last_seen_at === null ? members.never : <Time at={row.last_seen_at} />),
      quiet: true,
      from: 'md',
      labeled: true,
    },
    {
      title: common.actions,
      untitled: true,
      right: true,
      cell: (row) => (isMe(row) ? <Leave /> : <Remove member={row} />),
    },
  ]
  return <Rows rows={rows} columns={columns} keyOf={({ id }) => id} />
}

/** Shows a refused change as a toast, because the row has no room for it. */
function useRefusal() {
  const texts = useTexts()
  return (error: unknown) => showToast(sentenceOf(problemOf(error), texts))
}

function MemberRole({ member }: { member: Member }) {
  const { members } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const onError = useRefusal()
  const change = useChange('changeMember', ['listMembers'])
  if (!may.govern) return <Badge variant="default">{members.roles[member.role]}</Badge>
  return (
    <Select
      size="xs"
      aria-label={members.roleOf(member.name)}
      data={roles.map((value) => ({ value, label: members.roles[value] }))}
      value={member.role}
      allowDeselect={false}
      disabled={change.isPending}
      onChange={(role) =>
        role && change.mutate({ path: { ws, id: member.id }, body: { role: role as Role } }, { onError })
      }
      w={150}
    />
  )
}

function Leave() {
  const { members } = useTexts()
  const { id: ws, name } = useWorkspace()
  const navigate = useNavigate()
  const onError = useRefusal()
  const leave = useChange('leaveWorkspace', ['readSession'])
  const confirmLeave = async () => {
    const yes = await confirm({ title: members.leaveQuestion(name), text: members.leaveText, yes: members.leave })
    if (yes) leave.mutate({ path: { ws } }, { onError, onSuccess: () => void navigate({ to: '/' }) })
  }
  return (
    <Button variant="default" size="xs" onClick={() => void confirmLeave()}>
      {members.leave}
    </Button>
  )
}

function Remove({ member }: { member: Member }) {
  const { common, members } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const onError = useRefusal()
  const remove = useChange('removeMember', ['listMembers'])
  const confirmRemoval = async () => {
    const yes = await confirm({
      title: members.removeQuestion(member.name),
      text: members.removeText(member.name),
      yes: members.remove,
    })
    if (yes) remove.mutate({ path: { ws, id: member.id } }, { onError })
  }
  if (!may.govern) return null
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={`${common.remove} ${member.name}`}
      onClick={() => void confirmRemoval()}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}
