/** Asks what to download and in which format, shows the progress, and can be cancelled at any time. */
import { useState } from 'react'
import { Button, Group, Modal, Progress, Radio, Stack, Text, TextInput } from '@mantine/core'
import { DOWNLOAD_FILE_NAME, DOWNLOAD_FORMATS } from '#contract/constants.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { isAboutAll } from '#console/data/engine/view-index.ts'
import type { ExportFormat, ExportScope } from '#console/export/files/export-plan.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import { sharesFiles } from '#console/export/share-file.ts'
import { useDownload } from '#console/export/use-download.ts'
import { containEscape } from '#console/table/columns/contain-escape.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import classes from '#console/export/download-dialog.module.css'

interface DownloadDialogProps {
  readonly source: ExportSource
  /** The rows that are chosen at first. */
  readonly scope: ExportScope
  readonly onClose: () => void
}

const SCOPES = ['filtered', 'page', 'selected'] as const

export function DownloadDialog({ source, scope: first, onClose }: DownloadDialogProps) {
  const { columns, shown, counts } = source
  const [fileName, setFileName] = useState<string>(DOWNLOAD_FILE_NAME)
  const [format, setFormat] = useState<ExportFormat>('CSV')
  const [scope, setScope] = useState<ExportScope>(first)
  const [which, setWhich] = useState<'visible' | 'all'>('visible')
  const { progress, problem, start, cancel } = useDownload(source, onClose)
  const isBusy = progress !== null
  const wish = { format, scope, columns: which === 'all' ? columns : shown }
  const print = (): void => {
    onClose()
    // The dialog is gone by then, and the table is printed instead of it.
    requestAnimationFrame(() => window.print())
  }
  return (
    <Modal
      opened
      title={tableTexts.downloadTitle(source.table)}
      onClose={onClose}
      // It may open on top of another dialog, which stays open.
      {...containEscape}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <Form onSubmit={() => start(fileName, wish)}>
        <Stack gap="sm">
          <TextInput
            label={tableTexts.fileName}
            value={fileName}
            onChange={({ currentTarget }) => setFileName(currentTarget.value)}
          />
          <Choice
            label={tableTexts.format}
            value={format}
            options={DOWNLOAD_FORMATS.map((value) => ({ value, label: value }))}
            onChange={setFormat}
          />
          <Choice
            label={tableTexts.rowsToDownload}
            value={scope}
            options={SCOPES.map((value) => ({
              value,
              label: tableTexts.scopes[value](counts[value], !isAboutAll(source.view)),
              disabled: value === 'selected' && counts.selected === 0,
            }))}
            onChange={setScope}
          />
          <Choice
            label={tableTexts.columnsToDownload}
            value={which}
            options={[
              { value: 'visible', label: tableTexts.visibleColumns(shown.length) },
              { value: 'all', label: tableTexts.allColumns(columns.length) },
            ]}
            onChange={setWhich}
          />
          {progress && <ExportProgress {...progress} />}
          <Problem text={problem} />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Group gap="xs" mr="auto">
            {source.canPrint && (
              <Button variant="subtle" disabled={isBusy} onClick={print}>
                {tableTexts.print}
              </Button>
            )}
            {sharesFiles() && (
              <Button
                variant="subtle"
                disabled={isBusy}
                onClick={() => void start(fileName, wish, true)}
              >
                {tableTexts.share}
              </Button>
            )}
          </Group>
          <Button variant="default" onClick={isBusy ? cancel : onClose}>
            {formTexts.cancel}
          </Button>
          <BusyButton type="submit" busy={isBusy}>
            {tableTexts.download}
          </BusyButton>
        </Group>
      </Form>
    </Modal>
  )
}

interface ChoiceProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly {
    readonly value: V
    readonly label: string
    readonly disabled?: boolean
  }[]
  readonly onChange: (value: V) => void
}

function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  return (
    <Radio.Group label={label} value={value}>
      <div className={classes.options}>
        {options.map((option) => (
          <Radio
            key={option.value}
            {...option}
            classNames={{ body: classes.option }}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

interface ExportProgressProps {
  readonly done: number
  readonly total: number
}

function ExportProgress({ done, total }: ExportProgressProps) {
  const text = tableTexts.downloading(done, total)
  return (
    <div>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={text} />
      <Text size="sm">{text}</Text>
    </div>
  )
}
