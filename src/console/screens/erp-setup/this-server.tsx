/** What an operator set for this server, readable by super admins: the pull schedule and the mail. */
import { Fieldset, Stack, Text } from '@mantine/core'
import { startTexts } from '#contract/texts/start-texts.ts'
import { useServerState } from '#console/data/collections/server-state.ts'
import { useSession } from '#console/session/session.ts'

export function ThisServer() {
  const { isSuperAdmin } = useSession()
  const details = useServerState(isSuperAdmin)?.details
  if (!details) return null
  const { pull_every_minutes: minutes, mail } = details
  return (
    <Fieldset legend={startTexts.thisServer} maw={640} mt="lg">
      <Stack gap="sm">
        <Fact
          name={startTexts.schedule}
          words={minutes === null ? startTexts.scheduleOff : startTexts.scheduleEvery(minutes)}
        />
        <Fact
          name={startTexts.mail}
          words={mail === 'server' ? startTexts.mailServer : startTexts.mailOutbox}
        />
      </Stack>
    </Fieldset>
  )
}

function Fact({ name, words }: { readonly name: string; readonly words: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm">{words}</Text>
    </div>
  )
}
