/** The 'Views' button at the head of a list's toolbar. Its menu and dialogs are loaded when it is pressed. */
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { viewTexts } from '#contract/texts/view-texts.ts'
import { useDraftState } from '#console/ui/forms/draft-state.ts'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import {
  questionDraft,
  type ViewDialogsProps,
  type ViewQuestion,
  type ViewsButtonProps,
} from '#console/views/view-questions.ts'
import classes from '#console/views/views-button.module.css'

const ViewsMenu = lazyPart(() => import('#console/views/views-menu.tsx').then((m) => m.ViewsMenu))
const ViewDialogs = lazyDialog<ViewDialogsProps>(() =>
  import('#console/views/view-dialogs.tsx').then((m) => m.ViewDialogs),
)

export const ViewsButton = memo(function ViewsButton(props: ViewsButtonProps) {
  const [isOpened, setOpened] = useState(false)
  const [question, setQuestion] = useDraftState<ViewQuestion | null>(
    questionDraft(props.path),
    null,
  )
  // The entries are there before the menu opens, so that the first one gets the focus.
  const toggle = async (): Promise<void> => {
    if (!isOpened) await ViewsMenu.preload()
    setOpened(!isOpened)
  }
  const button = useReturnedFocus(isOpened, question !== null)
  return (
    <>
      <Menu
        opened={isOpened}
        onChange={setOpened}
        position="bottom-start"
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            size="sm"
            px={12}
            className={classes.button}
            aria-label={viewTexts.views}
            leftSection={<IconBookmark size={18} aria-hidden />}
            onPointerEnter={() => void ViewsMenu.preload()}
            onClick={() => void toggle()}
          >
            <span className={classes.words}>{viewTexts.views}</span>
          </Button>
        </Menu.Target>
        {isOpened && (
          <Suspense>
            <ViewsMenu {...props} onQuestion={setQuestion} />
          </Suspense>
        )}
      </Menu>
      {question && (
        <ViewDialogs
          {...props}
          question={question}
          onQuestion={setQuestion}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
})

/** Focuses the button when its menu closes: the entry that had the focus is unmounted. A dialog takes it itself. */
function useReturnedFocus(isOpened: boolean, isAsking: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasOpened.current && !isOpened && !isAsking && isLost)
      button.current?.focus({ preventScroll: true })
    wasOpened.current = isOpened
  }, [isOpened, isAsking])
  return button
}
