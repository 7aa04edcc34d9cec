/** The buttons of every account list: one above it, and Edit and Delete in each row. */
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { RowAction } from '#console/people/row-action.tsx'
import type { Opened } from '#console/people/row-dialogs.tsx'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'

interface CreateButtonProps {
  readonly label: string
  readonly onOpen: (opened: { readonly kind: 'create' }) => void
}

export function CreateButton({ label, onOpen }: CreateButtonProps) {
  return (
    <ConnectedButton
      label={label}
      variant="filled"
      busy={false}
      icon={<IconPlus size={18} aria-hidden />}
      onClick={() => onOpen({ kind: 'create' })}
    />
  )
}

interface EditAndDeleteProps<R> {
  readonly row: R
  /** Whether this row is being deleted now. */
  readonly isDeleting: boolean
  readonly onOpen: (opened: Opened<R>) => void
}

export function EditAndDelete<R>({ row, isDeleting, onOpen }: EditAndDeleteProps<R>) {
  return (
    <>
      <RowAction
        name={peopleTexts.edit}
        icon={<IconPencil size={18} aria-hidden />}
        onPress={() => onOpen({ kind: 'edit', row })}
      />
      <RowAction
        name={peopleTexts.delete}
        icon={<IconTrash size={18} aria-hidden />}
        busy={isDeleting}
        onPress={() => onOpen({ kind: 'delete', row })}
      />
    </>
  )
}
